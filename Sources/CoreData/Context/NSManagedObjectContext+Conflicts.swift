import Foundation

// What merge policies do to the objects of a conflict.
extension NSManagedObjectContext {
    /// Makes the next save fail with a conflict when somebody else changed or deleted the object's row since it was
    /// read, although the object itself has no changes; the merge policy decides as for changed objects.
    ///
    /// - Parameter object: an object of this context. A save that has nothing to write checks nothing.
    public final func detectConflicts(for object: NSManagedObject) {
        checkQueue()
        guard object.context === self, !object.key.isTemporary else { return }
        _ = object.readableRow()
        guarded[ObjectIdentifier(object)] = object
    }

    /// Gives up an object's changes for the row as it is in the store.
    final func giveUpChanges(of object: NSManagedObject, for row: (chunk: RowChunk, row: UnsafeMutableRawPointer)) {
        updated.remove(object)
        object.state.subtract([.updated, .unprocessed])
        unprocessed.removeAll { $0 === object }
        object.settle(on: row.row, in: row.chunk)
        object.related = nil
    }

    /// Leaves a deletion out of the save: the row is gone already.
    final func forgetDeletion(of object: NSManagedObject) {
        deleted.remove(object)
        forget(object)
        object.state.subtract([.deleted, .registered])
        object.registry = nil
    }

    /// Takes a deletion back.
    final func undelete(_ object: NSManagedObject) {
        deleted.remove(object)
        object.state.subtract([.deleted, .propagated, .outdated])
    }

    /// Makes an object whose row is gone one that the save inserts again, under its own key.
    final func reinsert(_ object: NSManagedObject) {
        _ = object.writableRow()
        // A key that a context above gave out before any save, and knows no more, is nobody's.
        if object.key.isTemporary, !isUnsavedHere(object.key) { takeOwnKey(object) }
        updated.remove(object)
        object.state.remove(.updated)
        object.state.insert(.inserted)
        object.committedRow = nil
        object.committedChunk = nil
        inserted.append(object)
    }

    private func takeOwnKey(_ object: NSManagedObject) {
        let (old, new) = (object.key, newTemporaryKey(for: object.layout))
        object.take(new)
        for other in registry.all() { other.replaceDestinations([old.raw: new]) }
        didReplace([(old, new)])
    }

    /// Takes over that somebody else deleted an object that was changed here.
    final func acceptDeletion(of object: NSManagedObject) {
        updated.remove(object)
        unprocessed.removeAll { $0 === object }
        object.state.subtract([.updated, .unprocessed])
        object.state.formUnion([.deleted, .deletionSaved])
        var changes = ContextChanges()
        changes.deleted = [object]
        post(changes)
    }
}
