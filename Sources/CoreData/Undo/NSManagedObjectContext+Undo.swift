import Foundation

extension NSManagedObjectContext {
    /// Takes back the last group of the undo manager. Without an undo manager nothing happens.
    ///
    /// What was not processed yet is part of it. After a save the opposite change is one to be saved: an object whose
    /// insertion is taken back is to be deleted, one whose deletion is taken back to be inserted again, as the same
    /// object with the same ID.
    public final func undo() {
        processPendingChanges()
        undoManager?.undo()
    }

    /// Does again what was undone last. Without an undo manager, or when something was changed since, nothing happens.
    public final func redo() {
        processPendingChanges()
        undoManager?.redo()
    }

    // MARK: The undo manager

    /// Another undo manager was set, or none.
    final func undoManagerChanged(from old: UndoManager?) {
        guard old !== undoManager else { return }
        old?.removeActions(of: ObjectIdentifier(self))
        undoRecorder = nil
        registry.isRecording = false
        guard let undoManager else { return }
        // What changed by now is not the new manager's to take back.
        processPendingChanges()
        let recorder = UndoRecorder(undoManager, of: self)
        for object in registry.all() { recorder.freeze(object) }
        undoRecorder = recorder
        registry.isRecording = true
    }

    /// Has a step undone later. Without a group, and without groups for events, it makes a group of its own.
    final func register(_ step: UndoStep) {
        guard let undoManager else { return }
        let makesGroup = undoManager.groupingLevel == 0 && !undoManager.groupsByEvent
        if makesGroup { undoManager.beginUndoGrouping() }
        undoManager.registerUndo(withTarget: self) { $0.apply(step) }
        if makesGroup { undoManager.endUndoGrouping() }
    }

    /// Forgets what can be undone: what is there now is not what came of it.
    final func forgetUndo() {
        undoRecorder?.forget()
        undoManager?.forget()
    }

    private func apply(_ step: UndoStep) {
        guard let undoRecorder, let undoManager else { return }
        processPendingChanges()
        UndoApplication(step, in: self, undoRecorder, isRedoing: undoManager.isRedoing).run()
        processPendingChanges()
    }

    // MARK: Objects that come and go

    /// Makes a deleted object one of the context's again.
    ///
    /// - Returns: whether it is to be inserted; nil when it cannot come back, or never left.
    final func bringBack(_ object: NSManagedObject, _ recorder: UndoRecorder) -> Bool? {
        if object.registry != nil {
            guard object.context === self, object.state.contains(.deleted), !object.state.contains(.deletionSaved)
            else { return nil }
            bringBackUnsaved(object)
            recorder.didReturn(object)
            return false
        }
        guard object.row != nil else { return nil }
        let key = object.key
        if isUnsavedHere(object.key) {
            temporaryKeyBase = min(temporaryKeyBase, -object.key.primaryKey - 1)
        } else if object.key.isTemporary {
            // The parent gave it when this context saved, and has let go of the object since.
            object.key = newTemporaryKey(for: object.layout)
        } else {
            recorder.willUseAgain(object.key)
        }
        object.state = [.inserted, .unprocessed, .awake]
        object.committedRow = nil
        object.committedChunk = nil
        object.registry = registry
        if let twin = registry.object(for: object.key) { letGo(ofTwin: twin) }
        registry.insert(object)
        if object.key != key, let id = registry.dropID(of: object) { id.becomes(object.objectID) }
        inserted.append(object)
        unprocessed.append(object)
        if keepsAll { retained[ObjectIdentifier(object)] = object }
        return true
    }

    /// Lets go of a fault that was made for the ID of a deleted object which comes back: it never had a row.
    private func letGo(ofTwin twin: NSManagedObject) {
        forget(twin)
        twin.registry = nil
        twin.related = nil
        twin.state = [.gone, .deleted, .deletionSaved]
    }

    private func bringBackUnsaved(_ object: NSManagedObject) {
        let isOutdated = object.state.contains(.outdated)
        undelete(object)
        object.state.insert(.returned)
        if object.state.contains(.updated) { updated.append(object) }
        noteUnprocessed(object)
        if isOutdated, let found = try? storedRow(object.key) { rebase(object, onto: found.row, in: found.chunk) }
    }

    /// Deletes an object without following its relationships.
    final func leave(_ object: NSManagedObject, _ recorder: UndoRecorder) {
        guard object.readableRow() != nil, !object.state.contains(.gone) else { return }
        if object.state.contains(.inserted) {
            inserted.remove(object)
            object.state.remove(.updated)
        } else {
            updated.remove(object)
            deleted.append(object)
        }
        object.state.formUnion([.deleted, .propagated])
        recorder.didDelete(object)
        noteUnprocessed(object)
    }

    /// Takes an object that is as it was saved out of the changed ones, and tells of it all the same.
    final func forgetChange(of object: NSManagedObject) {
        updated.remove(object)
        object.state.remove(.updated)
        object.state.insert(.restored)
        noteUnprocessed(object)
    }
}
