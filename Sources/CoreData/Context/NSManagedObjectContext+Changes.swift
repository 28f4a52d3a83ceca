import Foundation

extension NSManagedObjectContext {
    /// Whether a save would have something to do.
    public final var hasChanges: Bool {
        checkQueue()
        return !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty
    }

    /// The objects that were inserted and not saved.
    public final var insertedObjects: Set<NSManagedObject> {
        checkQueue()
        return Set(inserted.objects)
    }

    /// The objects that were changed and not saved.
    public final var updatedObjects: Set<NSManagedObject> {
        checkQueue()
        return Set(updated.objects)
    }

    /// The objects that the next save deletes.
    public final var deletedObjects: Set<NSManagedObject> {
        checkQueue()
        return Set(deleted.objects)
    }

    /// Makes an object that has no context one of this context.
    public final func insert(_ object: NSManagedObject) {
        checkQueue()
        if object.context === self { return }
        precondition(
            object.context == nil, "The object belongs to another context. An object has one context for life.")
        insertNew(object)
    }

    /// - Parameters:
    ///   - object: an object without a context; the values it has it keeps.
    ///   - key: the key it is to have, if it has one already elsewhere.
    ///   - wakes: whether it is told that it was inserted.
    final func insertNew(_ object: NSManagedObject, key: ObjectKey? = nil, wakes: Bool = true) {
        let layout = object.layout
        precondition(
            !layout.isAbstract,
            "The entity \(layout.entity.name ?? "") is abstract. Make an object of one of its subentities.")
        precondition(
            modelLayout == nil || layout.model === modelLayout,
            "The entity \(layout.entity.name ?? "") is not one of the context's model. Take the entity from "
                + "NSEntityDescription.entity(forEntityName:in:).")
        if let key {
            object.key = key
        } else {
            object.key = newTemporaryKey(for: layout)
        }
        let chunk = editChunk(for: layout)
        if let values = object.row, let source = object.chunk {
            object.row = chunk.appendCopy(of: values, in: source)
        } else {
            object.row = chunk.appendCopy(of: layout.defaultRow.rows, in: layout.defaultRow)
        }
        object.chunk = chunk
        object.state = [.inserted, .unprocessed, .awake]
        object.registry = registry
        inserted.append(object)
        unprocessed.append(object)
        registry.insert(object)
        if keepsAll { retained[ObjectIdentifier(object)] = object }
        scheduleProcessing()
        if wakes { object.awakeFromInsert() }
    }

    final func newTemporaryKey(for layout: EntityLayout) -> ObjectKey {
        temporaryKeyCount += 1
        return ObjectKey(store: 0, entity: layout.ordinal, primaryKey: -temporaryKeyCount)
    }

    /// Deletes an object at the next save, and by then what the rules of its relationships say.
    public final func delete(_ object: NSManagedObject) {
        checkQueue()
        precondition(
            object.context === self,
            "The object is not one of this context. Use context.object(with: object.objectID) to get its own.")
        if object.state.contains(.deleted) {
            if !object.state.contains(.deletionSaved) { object.prepareForDeletion() }
            return
        }
        object.prepareForDeletion()
        _ = object.readableRow()
        if object.state.contains(.gone) { return }
        if object.state.contains(.inserted) {
            inserted.remove(object)
        } else {
            updated.remove(object)
            deleted.append(object)
        }
        object.state.insert(.deleted)
        undoRecorder?.didDelete(object)
        if object.state.contains(.inserted) {
            // It was never saved: nothing of it stays, but its deletion still goes on to others.
            object.state.remove(.updated)
        }
        noteUnprocessed(object)
        pendingDeletions.append(object)
    }

    /// An object's value changed.
    final func objectChanged(_ object: NSManagedObject) {
        if object.state.isDisjoint(with: .changed) {
            object.state.insert(.updated)
            updated.append(object)
        }
        noteUnprocessed(object)
    }

    final func noteUnprocessed(_ object: NSManagedObject) {
        guard !object.state.contains(.unprocessed) else { return }
        object.state.insert(.unprocessed)
        unprocessed.append(object)
        scheduleProcessing()
    }

    /// Outside a block nothing says where an event ends; on the main queue it ends with its turn.
    private func scheduleProcessing() {
        guard performDepth == 0, !isProcessingScheduled, concurrencyType == .mainQueueConcurrencyType
        else { return }
        isProcessingScheduled = true
        queue.async { [weak self] in
            self?.isProcessingScheduled = false
            self?.processPendingChanges()
            self?.undoManager?.endEvent()
        }
    }

    /// Hands deletions on, registers the changes since the last call with the undo manager, and tells of them.
    public final func processPendingChanges() {
        checkQueue()
        propagateDeletions()
        guard !unprocessed.isEmpty else {
            undoRecorder?.forget()
            return
        }
        var changes = ContextChanges()
        let objects = unprocessed
        unprocessed = []
        let step = undoRecorder?.takeStep(objects, in: self)
        for object in objects {
            object.state.remove(.unprocessed)
            if object.state.contains(.deleted) {
                if object.state.contains(.inserted) {
                    if object.state.contains(.awake) { continue }
                    changes.deleted.append(object)
                } else {
                    changes.deleted.append(object)
                }
            } else if object.state.contains(.inserted) {
                if object.state.contains(.awake) {
                    object.state.remove(.awake)
                    changes.inserted.append(object)
                } else {
                    changes.updated.append(object)
                }
            } else if !object.state.isDisjoint(with: [.restored, .returned]) {
                let isReturned = object.state.contains(.returned)
                object.state.subtract([.restored, .returned])
                if isReturned { changes.inserted.append(object) } else { changes.updated.append(object) }
            } else if object.state.contains(.updated) {
                changes.updated.append(object)
            }
        }
        for object in objects
        where object.state.contains(.inserted) && object.state.contains(.deleted) {
            annihilate(object)
        }
        if let step { register(step) }
        post(changes)
    }

    /// Follows the rules from every deleted object, and from those deleted on the way.
    final func propagateDeletions() {
        while !pendingDeletions.isEmpty {
            let objects = pendingDeletions
            pendingDeletions = []
            for object in objects where object.state.contains(.deleted) {
                guard !object.state.contains(.propagated) else { continue }
                object.state.insert(.propagated)
                object.propagateDeletion(in: self)
            }
        }
    }

    /// Makes an object that was inserted and deleted without a save as if it had never been.
    private func annihilate(_ object: NSManagedObject) {
        guard object.registry != nil else { return }
        forget(object)
        object.state.subtract([.inserted, .registered, .updated, .propagated])
        object.registry = nil
    }

    /// Takes an object out of those the context knows.
    final func forget(_ object: NSManagedObject) {
        registry.remove(object)
        if keepsAll { retained[ObjectIdentifier(object)] = nil }
        if !assignedStores.isEmpty { assignedStores[object.key.raw] = nil }
    }

    /// Runs `body` without its changes counting as changes.
    final func withoutChangeTracking<T>(_ body: () throws -> T) rethrows -> T {
        registry.trackingSuspensions += 1
        defer { registry.trackingSuspensions -= 1 }
        return try body()
    }
}
