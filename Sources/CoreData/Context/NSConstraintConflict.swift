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

    init(
        constraint: [String], database: NSManagedObject?, objects: [NSManagedObject]
    ) {
        self.constraint = constraint
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
        _ conflicts: [(object: NSManagedObject, constraint: [String], existing: ObjectKey?)],
        in context: NSManagedObjectContext
    ) -> [NSConstraintConflict] {
        conflicts.map { conflict in
            let database = conflict.existing.map { context.object(for: $0) }
            _ = database?.readableRow()
            return NSConstraintConflict(
                constraint: conflict.constraint, database: database, objects: [conflict.object])
        }
    }

    /// Makes the objects so that the next attempt of the save succeeds.
    func settle(by type: NSMergePolicyType) throws {
        let storeWins =
            type == .mergeByPropertyStoreTrumpMergePolicyType || type == .rollbackMergePolicyType
        for object in conflictingObjects {
            guard let context = object.context else { continue }
            let survivor = databaseObject ?? twin(of: object, in: context)
            guard let survivor, survivor !== object else { continue }
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

    /// Another object of the same save with the same values.
    private func twin(of object: NSManagedObject, in context: NSManagedObjectContext) -> NSManagedObject? {
        (context.inserted.objects + context.updated.objects).first { other in
            other !== object && other.layout.root === object.layout.root
                && constraint.allSatisfy { key in
                    guard let slot = object.layout.slotsByPath[key], other.layout.slotsByPath[key] == slot,
                        let a = object.row, let b = other.row, let aChunk = object.chunk,
                        let bChunk = other.chunk
                    else { return false }
                    return SlotCoding.isEqual(slot: slot, layout: object.layout, aChunk, a, bChunk, b)
                }
        }
    }
}

extension NSManagedObject {
    /// The value of a property, or of an element of a composite attribute by its path.
    fileprivate final func value(inConstraint path: String) -> Any? {
        guard let slot = layout.slotsByPath[path], layout.slots[slot].isElement else { return modelledValue(forKey: path) }
        return storedValue(at: slot)
    }

    /// Takes over the attributes and the to-one relationships another object has that are not nil.
    fileprivate final func takeValues(from other: NSManagedObject) {
        guard let source = other.row, let sourceChunk = other.chunk, other.layout === layout,
            let row = writableRow(), let chunk
        else { return }
        for (index, slot) in layout.slots.enumerated()
        where !slot.isRelationship && layout.hasValue(layout.whole(index), in: source) {
            layout.take(index, from: source, in: sourceChunk, into: row, in: chunk)
            markChanged(index, in: row)
        }
        for (index, slot) in layout.slots.enumerated() where slot.kind == .toOne {
            if let destination = other.object(at: index), !destination.isDeleted {
                setObject(destination, at: index)
            }
        }
    }

    /// Takes over what another object has to-many relationships to.
    fileprivate final func takeRelationships(from other: NSManagedObject) {
        guard other.layout === layout else { return }
        for (index, slot) in layout.slots.enumerated() where slot.isToMany {
            for member in other.loadedMembers(at: index) { addObject(member, at: index) }
        }
    }
}
