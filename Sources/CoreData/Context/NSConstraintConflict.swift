import Foundation

/// Objects whose values a uniqueness constraint does not allow together.
public final class NSConstraintConflict: NSObject {
    /// The names of the attributes that must be unique together.
    public let constraint: [String]
    /// The values that several objects have.
    public let constraintValues: [String: Any]
    /// The object that is in the store already; nil when the objects of the save conflict among themselves.
    public let databaseObject: NSManagedObject?
    /// The values of `databaseObject` in the store.
    public let databaseSnapshot: [String: Any]?
    /// The objects of the save that are in the way of each other or of `databaseObject`.
    public let conflictingObjects: [NSManagedObject]
    /// The saved values of `conflictingObjects`; empty for new ones.
    public let conflictingSnapshots: [[AnyHashable: Any]]
    /// The object of the same save that came first.
    private let twin: NSManagedObject?

    init(
        constraint: [String], database: NSManagedObject?, objects: [NSManagedObject], twin: NSManagedObject?
    ) {
        self.constraint = constraint
        self.twin = twin
        databaseObject = database
        conflictingObjects = objects
        let sample = objects.first
        constraintValues = Dictionary(
            constraint.map { ($0, sample?.value(inConstraint: $0) ?? NSNull()) },
            uniquingKeysWith: { first, _ in first })
        databaseSnapshot = database?.committedValues(forKeys: nil)
        conflictingSnapshots = objects.map { $0.committedValues(forKeys: nil) }
    }

    /// One conflict for each value that is there more than once.
    static func group(
        _ conflicts: [SaveConflicts.Constraint], in context: NSManagedObjectContext
    ) -> [NSConstraintConflict] {
        conflicts.map { conflict in
            let database = conflict.twin == nil ? context.object(for: conflict.existing) : nil
            _ = database?.readableRow()
            return NSConstraintConflict(
                constraint: conflict.constraint, database: database, objects: [conflict.object], twin: conflict.twin)
        }
    }

    /// Makes the objects so that the next attempt of the save succeeds.
    func settle(by type: NSMergePolicyType) throws {
        let storeWins =
            type == .mergeByPropertyStoreTrumpMergePolicyType || type == .rollbackMergePolicyType
        for object in conflictingObjects {
            guard let context = object.context else { continue }
            // One that lost another conflict meanwhile is in nobody's way.
            guard let survivor = databaseObject ?? twin, survivor !== object, !survivor.isDeleted else { continue }
            guard object.isInserted else {
                // A saved object took the value of another: it keeps its old one, or the other one goes.
                if storeWins {
                    context.refresh(object, mergeChanges: false)
                } else {
                    // What belongs to the other one, and would be deleted with it, comes along.
                    object.takeRelationships(from: survivor)
                    context.delete(survivor)
                }
                continue
            }
            if !storeWins { survivor.takeValues(from: object) }
            survivor.takeRelationships(from: object)
            context.delete(object)
        }
    }
}

extension NSManagedObject {
    /// The value of a property, or of an element of a composite attribute by its path.
    fileprivate final func value(inConstraint path: String) -> Any? {
        guard let slot = layout.slotsByPath[path], layout.slots[slot].isElement else {
            return modelledValue(forKey: path)
        }
        return storedValue(at: slot)
    }

    /// The slots of the properties an object has in common with another: all, unless one is of a subentity.
    private func sharedSlots(with other: NSManagedObject) -> [(own: Int, others: Int)] {
        layout.slots.enumerated().compactMap { index, slot in
            guard let there = other.layout.slotsByName[slot.name], slot.property != nil,
                other.layout.slots[there].property === slot.property
            else { return nil }
            return (index, there)
        }
    }

    /// Takes over the attributes and the to-one relationships another object has that are not nil.
    fileprivate final func takeValues(from other: NSManagedObject) {
        guard let source = other.row else { return }
        for (index, there) in sharedSlots(with: other) where other.layout.hasValue(there, in: source) {
            if layout.slots[index].kind == .toOne {
                if let destination = other.object(at: there), !destination.isDeleted {
                    setObject(destination, at: index)
                }
            } else if !layout.slots[index].isRelationship {
                setStoredValue(other.storedValue(at: there), at: index)
            }
        }
    }

    /// Takes over what another object has to-many relationships to.
    fileprivate final func takeRelationships(from other: NSManagedObject) {
        for (index, there) in sharedSlots(with: other) where layout.slots[index].isToMany {
            for member in other.loadedMembers(at: there) { addObject(member, at: index) }
        }
    }
}
