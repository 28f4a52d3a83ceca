import Foundation

// Relationships: following them, changing them, and keeping both ends true.
extension NSManagedObject {
    // MARK: To-one

    /// The destination of a to-one relationship.
    public final func object(at slot: Int) -> NSManagedObject? {
        checkQueue(slot)
        if state.contains(.recording) { return KeyPathRecorder.destination(of: self, slot: slot) }
        guard let row = readableRow(), layout.isPresent(slot, in: row) else { return nil }
        let index = Int(layout.links[slot].index)
        if let object = related?[index] { return unsafeDowncast(object, to: NSManagedObject.self) }
        guard let context else { return nil }
        let object = context.object(for: ObjectKey(raw: layout.word(slot, in: row)))
        relatedObjects()[index] = object
        return object
    }

    /// The key of a to-one relationship's destination, without making an object of it.
    final func destinationKey(at slot: Int) -> ObjectKey? {
        guard let row = readableRow(), layout.isPresent(slot, in: row) else { return nil }
        return ObjectKey(raw: layout.word(slot, in: row))
    }

    /// Sets a to-one relationship, and its inverse with it.
    ///
    /// - Parameters:
    ///   - new: an object of the same context and of the destination entity; another is a programming error.
    ///   - slot: the relationship.
    public final func setObject(_ new: NSManagedObject?, at slot: Int) {
        checkQueue(slot)
        guard let row = writableRow() else { return }
        if let new { checkDestination(new, slot: slot) }
        let link = layout.links[slot]
        let oldKey = layout.isPresent(slot, in: row) ? ObjectKey(raw: layout.word(slot, in: row)) : nil
        guard oldKey != new?.key else {
            markChanged(slot, in: row)
            return
        }
        var old: NSManagedObject?
        if let oldKey, link.inverse >= 0 { old = context?.object(for: oldKey) }
        storeDestination(new, slot: slot, in: row)
        markChanged(slot, in: row)
        guard link.inverse >= 0 else { return }
        let inverse = Int(link.inverse)
        if let old { old.unlink(self, slot: inverse, isToMany: link.inverseIsToMany) }
        guard let new else { return }
        if link.inverseIsToMany {
            new.linkToMany(self, slot: inverse, isNew: oldKey == nil && state.contains(.inserted))
        } else {
            new.linkToOne(self, slot: inverse)
        }
    }

    private final func checkDestination(_ object: NSManagedObject, slot: Int) {
        precondition(
            object.registryReference?.toOpaque() == registryReference?.toOpaque() && context != nil,
            "Cannot set “\(layout.slots[slot].name)” of \(layout.entity.name ?? "") to an object of another "
                + "context. Use context.object(with: other.objectID) to get this context's own.")
        let destination = Int(layout.links[slot].destination)
        guard object.layout.ordinal != destination else { return }
        precondition(
            object.layout.isKind(of: layout.model[destination]),
            "“\(layout.slots[slot].name)” of \(layout.entity.name ?? "") leads to "
                + "\(layout.model[destination].entity.name ?? ""), not to \(object.layout.entity.name ?? "").")
    }

    final func storeDestination(
        _ object: NSManagedObject?, slot: Int, in row: UnsafeMutableRawPointer
    ) {
        if let object {
            layout.setWord(object.key.raw, slot, in: row)
        } else {
            layout.setAbsent(slot, in: row)
        }
        related?[Int(layout.links[slot].index)] = object
    }

    /// The other end of a to-one relationship came to point here.
    private final func linkToOne(_ object: NSManagedObject, slot: Int) {
        guard let row = writableRow() else { return }
        if layout.isPresent(slot, in: row), let context {
            // Whoever was at the other end before has lost its partner.
            let previous = context.object(for: ObjectKey(raw: layout.word(slot, in: row)))
            if previous !== object {
                previous.unlink(self, slot: Int(layout.links[slot].inverse), isToMany: false)
            }
        }
        storeDestination(object, slot: slot, in: row)
        markChanged(slot, in: row)
    }

    private final func linkToMany(_ object: NSManagedObject, slot: Int, isNew: Bool) {
        if isRecorded { noteMember(object, at: slot, isAdded: true) }
        let value = toMany(at: slot)
        if isNew {
            value.appendNew(object)
        } else {
            value.add(object)
        }
        markToManyChanged(slot)
    }

    /// The other end of a relationship no longer points here.
    final func unlink(_ object: NSManagedObject, slot: Int, isToMany: Bool) {
        // The value of a deleted object stays as it was: what cascades from it still has to be found.
        if isToMany {
            if isRecorded { noteMember(object, at: slot, isAdded: false) }
            toMany(at: slot).remove(object)
            markToManyChanged(slot)
        } else if let row = writableRow(), layout.isPresent(slot, in: row),
            layout.word(slot, in: row) == object.key.raw
        {
            storeDestination(nil, slot: slot, in: row)
            markChanged(slot, in: row)
        }
    }

    final func markToManyChanged(_ slot: Int) {
        guard let row = writableRow() else { return }
        markChanged(slot, in: row)
    }

    // MARK: To-many

    /// The objects of a to-many relationship: a snapshot, made when it is asked for.
    public final func objects(at slot: Int) -> NSSet? {
        checkQueue(slot)
        if state.contains(.recording) { return NSSet(array: KeyPathRecorder.destinations(of: self, slot: slot)) }
        guard readableRow() != nil else { return nil }
        _ = loadedMembers(at: slot)
        return toMany(at: slot).set()
    }

    /// Sets a to-many relationship, and the inverses with it.
    public final func setObjects(_ objects: NSSet?, at slot: Int) {
        let new = ContiguousArray((objects?.allObjects ?? []).compactMap { $0 as? NSManagedObject })
        setMembers(new, at: slot)
    }

    /// Adds an object to a to-many relationship; nothing happens when it is in it already.
    public final func addObject(_ object: NSManagedObject, at slot: Int) {
        checkQueue(slot)
        checkDestination(object, slot: slot)
        let link = layout.links[slot]
        let inverse = Int(link.inverse)
        if inverse >= 0, !link.inverseIsToMany {
            if object.destinationKey(at: inverse) == key { return }
            object.setObject(self, at: inverse)
            return
        }
        if isRecorded { noteMember(object, at: slot, isAdded: true) }
        toMany(at: slot).add(object)
        markToManyChanged(slot)
        if inverse >= 0, !(object === self && inverse == slot) {
            object.linkToMany(self, slot: inverse, isNew: false)
        }
    }

    /// Removes an object from a to-many relationship; nothing happens when it is not in it.
    public final func removeObject(_ object: NSManagedObject, at slot: Int) {
        checkQueue(slot)
        let link = layout.links[slot]
        let inverse = Int(link.inverse)
        if inverse >= 0, !link.inverseIsToMany {
            if object.destinationKey(at: inverse) == key { object.setObject(nil, at: inverse) }
            return
        }
        if isRecorded { noteMember(object, at: slot, isAdded: false) }
        toMany(at: slot).remove(object)
        markToManyChanged(slot)
        if inverse >= 0, !(object === self && inverse == slot) {
            object.unlink(self, slot: inverse, isToMany: true)
        }
    }

    /// Adds each object of a set to a to-many relationship.
    public final func addObjects(_ objects: NSSet, at slot: Int) {
        for case let object as NSManagedObject in objects { addObject(object, at: slot) }
    }

    /// Removes each object of a set from a to-many relationship.
    public final func removeObjects(_ objects: NSSet, at slot: Int) {
        for case let object as NSManagedObject in objects { removeObject(object, at: slot) }
    }

    /// Makes `new` the members of a to-many relationship.
    final func setMembers(_ new: ContiguousArray<NSManagedObject>, at slot: Int) {
        checkQueue(slot)
        var kept = Set<ObjectIdentifier>(minimumCapacity: new.count)
        for object in new { kept.insert(ObjectIdentifier(object)) }
        for object in loadedMembers(at: slot) where !kept.contains(ObjectIdentifier(object)) {
            removeObject(object, at: slot)
        }
        for object in new { addObject(object, at: slot) }
    }

    /// The value of a to-many relationship, loaded or not.
    final func toMany(at slot: Int) -> ToManyValue {
        let index = Int(layout.links[slot].index)
        let related = relatedObjects()
        // At the index of a to-many relationship there is never anything but its value.
        if let value = related[index] { return unsafeDowncast(value, to: ToManyValue.self) }
        let value = ToManyValue(
            isLoaded: key.raw == 0 || key.isTemporary && context?.isUnsavedHere(key) != false,
            isOrdered: layout.slots[slot].kind == .orderedToMany)
        related[index] = value
        return value
    }

    /// The members of a to-many relationship, read from the store if they have to be.
    final func loadedMembers(at slot: Int) -> ContiguousArray<NSManagedObject> {
        checkQueue(slot)
        let value = toMany(at: slot)
        if !value.isLoaded {
            value.load(context?.relatedObjects(of: self, slot: slot) ?? [])
        }
        return value.members.objects
    }

    final func relatedObjects() -> RelatedObjects {
        if let related { return related }
        let made = RelatedObjects.make(count: layout.relationshipCount)
        related = made
        return made
    }

    // MARK: Deletion

    /// Takes the object out of all relationships and deletes what their rules say goes with it.
    final func propagateDeletion(in context: NSManagedObjectContext) {
        for slot in layout.relationshipSlots {
            let link = layout.links[slot]
            if link.deleteRule == .denyDeleteRule && link.inverse < 0 || link.deleteRule == .noActionDeleteRule {
                continue
            }
            if layout.slots[slot].isToMany {
                for destination in loadedMembers(at: slot) { propagateDeletion(to: destination, link, in: context) }
            } else if let destination = object(at: slot) {
                propagateDeletion(to: destination, link, in: context)
            }
        }
    }

    private final func propagateDeletion(
        to destination: NSManagedObject, _ link: EntityLayout.Link, in context: NSManagedObjectContext
    ) {
        if link.deleteRule == .cascadeDeleteRule {
            context.delete(destination)
        } else if link.deleteRule == .nullifyDeleteRule, link.inverse >= 0, !destination.state.contains(.deleted) {
            destination.unlink(self, slot: Int(link.inverse), isToMany: link.inverseIsToMany)
        }
    }
}
