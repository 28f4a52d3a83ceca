import Foundation

// Ordered to-many relationships, as generated accessors change them.
extension NSManagedObject {
    /// The objects of an ordered to-many relationship: a snapshot.
    public final func orderedObjects(at slot: Int) -> NSOrderedSet? {
        if state.contains(.recording) {
            return NSOrderedSet(array: KeyPathRecorder.destinations(of: self, slot: slot))
        }
        guard readableRow() != nil else { return nil }
        return NSOrderedSet(array: Array(loadedMembers(at: slot)))
    }

    /// Sets an ordered to-many relationship, and the inverses with it.
    public final func setOrderedObjects(_ objects: NSOrderedSet?, at slot: Int) {
        rearrange((objects?.array ?? []).compactMap { $0 as? NSManagedObject }, at: slot)
    }

    /// Inserts an object at a place of an ordered relationship.
    ///
    /// - Parameters:
    ///   - object: the object; if it is in the relationship already it moves.
    ///   - index: from 0 to the number of objects.
    ///   - slot: the relationship.
    public final func insertObject(_ object: NSManagedObject, at index: Int, in slot: Int) {
        var order = Array(loadedMembers(at: slot).filter { $0 !== object })
        requirePlace(index, upTo: order.count, at: slot)
        order.insert(object, at: index)
        rearrange(order, at: slot)
    }

    /// Removes the object at a place of an ordered relationship.
    public final func removeObject(atIndex index: Int, in slot: Int) {
        let members = loadedMembers(at: slot)
        requirePlace(index, upTo: members.count - 1, at: slot)
        removeObject(members[index], at: slot)
    }

    /// Inserts objects so that they stand at `indexes`.
    public final func insertObjects(_ objects: [NSManagedObject], at indexes: IndexSet, in slot: Int) {
        let moved = Set(objects.map(ObjectIdentifier.init))
        var order = Array(loadedMembers(at: slot).filter { !moved.contains(ObjectIdentifier($0)) })
        for (object, index) in zip(objects, indexes) {
            requirePlace(index, upTo: order.count, at: slot)
            order.insert(object, at: index)
        }
        rearrange(order, at: slot)
    }

    /// Removes the objects at `indexes`.
    public final func removeObjects(atIndexes indexes: IndexSet, in slot: Int) {
        let members = loadedMembers(at: slot)
        for index in indexes {
            requirePlace(index, upTo: members.count - 1, at: slot)
            removeObject(members[index], at: slot)
        }
    }

    /// Puts an object in the place of another.
    public final func replaceObject(atIndex index: Int, with object: NSManagedObject, in slot: Int) {
        var order = Array(loadedMembers(at: slot))
        requirePlace(index, upTo: order.count - 1, at: slot)
        order[index] = object
        rearrange(order, at: slot)
    }

    /// Puts objects in the places of others.
    public final func replaceObjects(
        atIndexes indexes: IndexSet, with objects: [NSManagedObject], in slot: Int
    ) {
        var order = Array(loadedMembers(at: slot))
        for (object, index) in zip(objects, indexes) {
            requirePlace(index, upTo: order.count - 1, at: slot)
            order[index] = object
        }
        rearrange(order, at: slot)
    }

    /// Stops at a place that is not there: a programming error.
    private final func requirePlace(_ index: Int, upTo last: Int, at slot: Int) {
        precondition(
            index >= 0 && index <= last,
            "There is no place \(index) in “\(layout.slots[slot].name)” of \(layout.entity.name ?? ""), which has places up "
                + "to \(last). Ask for the count first.")
    }

    /// Makes `order` the members of an ordered relationship, in that order.
    final func rearrange(_ order: [NSManagedObject], at slot: Int) {
        checkQueue(slot)
        var seen = Set<ObjectIdentifier>(minimumCapacity: order.count)
        let order = ContiguousArray(order.filter { seen.insert(ObjectIdentifier($0)).inserted })
        if isRecorded { noteOrder(at: slot) }
        setMembers(order, at: slot)
        toMany(at: slot).reorder(order)
        guard let row = writableRow() else { return }
        markChanged(slot, in: row)
    }
}
