import Foundation

// Values by name. There is no Objective-C runtime to find accessors, so names are looked up in the entity.
extension NSManagedObject {
    /// The number of a property among those of the object's entity. Not part of Apple's API: generated accessors
    /// of classes that several entities share use it.
    ///
    /// - Parameter key: a property of the entity; another is a programming error.
    public final func slot(forKey key: String) -> Int {
        guard let slot = layout.slotsByName[key] else { preconditionFailure(layout.unknownKey(key)) }
        return slot
    }

    final func modelledValue(forKey key: String) -> Any? {
        guard let slot = layout.slotsByName[key] else {
            if key == "objectID" { return objectID }
            if key == "self" { return self }
            if key == "entity" { return entity }
            if let fetched = entity.propertiesByName[key] as? NSFetchedPropertyDescription {
                return fetchedValue(of: fetched)
            }
            return value(forUndefinedKey: key)
        }
        switch layout.slots[slot].kind {
        case .toOne: return object(at: slot)
        case .toMany: return objects(at: slot)
        case .orderedToMany: return orderedObjects(at: slot)
        default: return storedValue(at: slot)
        }
    }

    /// Stops at what no relationship can hold: a programming error.
    final func refuse(_ value: Any?, forRelationshipAt slot: Int) -> Never {
        preconditionFailure(
            "“\(layout.slots[slot].name)” of \(layout.entity.name ?? "") is a relationship and cannot hold a "
                + "\(value.map { "\(type(of: $0))" } ?? "nil"), or what is in it. Give it managed objects.")
    }

    /// The slot of a relationship to many objects; another key is a programming error.
    private final func toManySlot(forKey key: String, ordered: Bool) -> Int {
        let slot = slot(forKey: key)
        let kind = layout.slots[slot].kind
        precondition(
            kind == .orderedToMany || kind == .toMany && !ordered,
            "“\(key)” of \(layout.entity.name ?? "") is no \(ordered ? "ordered " : "")relationship to many objects. Use "
                + (kind == .toMany ? "mutableSetValue(forKey:)." : "value(forKey:) and setValue(_:forKey:)."))
        return slot
    }

    final func setModelledValue(_ value: Any?, forKey key: String) {
        guard let slot = layout.slotsByName[key] else { return setValue(value, forUndefinedKey: key) }
        let value = value is NSNull ? nil : value
        func wrong() -> Never { refuse(value, forRelationshipAt: slot) }
        switch layout.slots[slot].kind {
        case .toOne:
            guard let value else { return setObject(nil, at: slot) }
            guard let object = value as? NSManagedObject else { wrong() }
            setObject(object, at: slot)
        case .toMany, .orderedToMany:
            let objects: [NSManagedObject]
            switch value {
            case nil: objects = []
            case let set as NSSet: objects = set.allObjects.compactMap { $0 as? NSManagedObject }
            case let set as NSOrderedSet: objects = set.array.compactMap { $0 as? NSManagedObject }
            case let set as Set<NSManagedObject>: objects = Array(set)
            case let array as [NSManagedObject]: objects = array
            default: wrong()
            }
            // What is no object is not left out without a word.
            if let count = (value as? NSSet)?.count ?? (value as? NSOrderedSet)?.count, count != objects.count {
                wrong()
            }
            if layout.slots[slot].kind == .orderedToMany {
                setOrderedObjects(NSOrderedSet(array: objects), at: slot)
            } else {
                setMembers(ContiguousArray(objects), at: slot)
            }
        default:
            setStoredValue(value, at: slot)
        }
    }

    /// The value of a property, without asking a subclass.
    ///
    /// - Parameter key: a property of the entity; another is a programming error.
    public final func primitiveValue(forKey key: String) -> Any? { modelledValue(forKey: key) }

    /// Sets a property without the change counting as one.
    ///
    /// - Parameters:
    ///   - value: a value of the property's type, or nil.
    ///   - key: a property of the entity; another is a programming error.
    public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
        guard let context else { return setModelledValue(value, forKey: key) }
        context.withoutChangeTracking { setModelledValue(value, forKey: key) }
    }

    /// Tells the object that a value is about to be read: a fault is filled.
    public final func willAccessValue(forKey key: String?) {
        checkQueue()
        _ = readableRow()
    }

    /// Tells the object that a value was read.
    public final func didAccessValue(forKey key: String?) {}

    /// Tells the object that a value is about to change.
    public final func willChangeValue(forKey key: String) {
        checkQueue()
        _ = writableRow()
    }

    /// Tells the object that a value was changed, for instance by `setPrimitiveValue`.
    public final func didChangeValue(forKey key: String) {
        checkQueue()
        guard let slot = layout.slotsByName[key], let row = writableRow() else { return }
        markChanged(slot, in: row)
        markElementsChanged(slot, in: row)
    }

    /// Whether a to-many relationship has yet to be read from the store.
    public final func hasFault(forRelationshipNamed key: String) -> Bool {
        let slot = slot(forKey: key)
        if isFault { return true }
        let link = layout.links[slot]
        guard link.index >= 0 else { return false }
        guard layout.slots[slot].isToMany else { return object(at: slot)?.isFault ?? false }
        return !toMany(at: slot).isLoaded
    }

    /// The IDs of the objects of a relationship; objects are not made for them unless they are changed.
    public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
        let slot = slot(forKey: key)
        precondition(
            layout.slots[slot].isRelationship,
            "“\(key)” of \(layout.entity.name ?? "") is an attribute and leads to no objects. Use value(forKey:).")
        guard layout.slots[slot].isToMany else { return object(at: slot).map { [$0.objectID] } ?? [] }
        return loadedMembers(at: slot).map(\.objectID)
    }

    /// The values of several properties; `NSNull` for nil.
    public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
    }

    /// Sets several properties; `NSNull` for nil.
    public final func setValuesForKeys(_ values: [String: Any]) {
        for (key, value) in values { setValue(value, forKey: key) }
    }

    /// Sets the property at the end of a path, such as `plant.genus`; nothing happens when one on the way is nil.
    ///
    /// - Parameters:
    ///   - value: a value of the property's type, or nil; one of another type is a programming error.
    ///   - keyPath: a path of to-one relationships that ends in a property, or in an element of a composite attribute.
    public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard let point = keyPath.firstIndex(of: ".") else { return setValue(value, forKey: keyPath) }
        let (key, rest) = (String(keyPath[..<point]), String(keyPath[keyPath.index(after: point)...]))
        if let slot = layout.slotsByName[key], layout.slots[slot].kind == .composite {
            let parts = self.value(forKey: key) as? [String: Any] ?? [:]
            return setValue(Self.parts(parts, with: value, at: rest), forKey: key)
        }
        (self.value(forKey: key) as? NSManagedObject)?.setValue(value, forKeyPath: rest)
    }

    /// The values of a composite attribute with another one at the end of a path.
    private static func parts(_ parts: [String: Any], with value: Any?, at path: String) -> [String: Any] {
        var parts = parts
        guard let point = path.firstIndex(of: ".") else {
            parts[path] = value
            return parts
        }
        let key = String(path[..<point])
        let inner = parts[key] as? [String: Any] ?? [:]
        parts[key] = Self.parts(inner, with: value, at: String(path[path.index(after: point)...]))
        return parts
    }

    /// A set that stands for a to-many relationship: changing it changes the object.
    ///
    /// - Parameter key: a relationship to many objects; another property is a programming error.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet {
        RelationshipSet(of: self, slot: toManySlot(forKey: key, ordered: false))
    }

    /// An ordered set that stands for an ordered to-many relationship: changing it changes the object.
    ///
    /// - Parameter key: an ordered relationship to many objects; another property is a programming error.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        OrderedRelationshipSet(of: self, slot: toManySlot(forKey: key, ordered: true))
    }
}
