import Foundation

extension NSManagedObjectContext {
    // MARK: Going back

    /// Gives up all unsaved changes.
    public final func rollback() {
        checkQueue()
        propagateDeletions()
        var changes = ContextChanges()
        changes.deleted = inserted.take()
        for object in changes.deleted {
            forget(object)
            object.state.subtract([.inserted, .registered, .unprocessed, .awake, .updated])
            object.registry = nil
            object.related = nil
        }
        let restored = updated.take()
        for object in restored { revert(object) }
        changes.refreshed = restored
        let undeleted = deleted.take()
        for object in undeleted {
            let isOutdated = object.state.contains(.outdated)
            object.state.subtract([.deleted, .propagated, .outdated])
            revert(object)
            if isOutdated { object.becomeFault() }
        }
        changes.inserted = undeleted
        unprocessed = []
        pendingDeletions = []
        guarded = [:]
        forgetUndo()
        post(changes)
    }

    private func revert(_ object: NSManagedObject) {
        object.state.subtract([.updated, .unprocessed])
        if let row = object.committedRow, let chunk = object.committedChunk { object.settle(on: row, in: chunk) }
        object.related = nil
        object.awake(fromSnapshotEvents: .rollback)
    }

    /// Forgets all objects and changes, as if the context were new. The objects become faults without a context.
    ///
    /// It is told of by objects-did-change, unless there was nothing to forget.
    public final func reset() {
        checkQueue()
        _ = inserted.take()
        _ = updated.take()
        _ = deleted.take()
        unprocessed = []
        pendingDeletions = []
        workingChunks = []
        guarded = [:]
        assignedStores = [:]
        keptUntilBlockEnds = []
        retained = [:]
        leaveGeneration()
        forgetUndo()
        let objects = registry.all()
        for object in objects {
            registry.remove(object)
            object.becomeFault()
            object.state = .fault
            object.registry = nil
        }
        // A result that is watched may have keys alone, and no object.
        if objects.isEmpty, observers.isEmpty { return }
        var changes = ContextChanges()
        changes.invalidatedAll = true
        post(changes)
    }

    // MARK: Reading again

    /// Brings an object up to date with the store.
    ///
    /// - Parameters:
    ///   - object: an object of this context.
    ///   - mergeChanges: true to keep unsaved values over the store's, false to give them up; the object is then
    ///     a fault.
    public final func refresh(_ object: NSManagedObject, mergeChanges: Bool) {
        checkQueue()
        guard object.context === self else { return }
        if mergeChanges, object.hasChanges {
            if object.isInserted { return }
            if let found = try? storedRow(object.key) {
                rebase(object, onto: found.row, in: found.chunk)
            }
        } else if object.isInserted {
            // There is no row to read again, so the values stay with the fault.
            object.willTurnIntoFault()
            object.state.insert(.fault)
            object.didTurnIntoFault()
        } else {
            drop(object)
            object.becomeFault()
        }
        var changes = ContextChanges()
        changes.refreshed = [object]
        post(changes)
    }

    /// Brings all objects up to date: those with unsaved changes keep them, the others become faults.
    public final func refreshAllObjects() {
        checkQueue()
        var changes = ContextChanges()
        for object in registry.all() where !object.isInserted && !object.isDeleted {
            if object.isUpdated {
                if let found = try? storedRow(object.key) {
                    rebase(object, onto: found.row, in: found.chunk)
                }
            } else {
                object.becomeFault()
            }
            changes.refreshed.append(object)
        }
        post(changes)
    }

    /// Gives objects the rows that were just read, unless they have unsaved changes.
    final func renew(_ runs: [RowRun]) {
        var changes = ContextChanges()
        for run in runs {
            for (index, object) in registry.objects(for: run).enumerated() {
                guard let object, let present = object.row, !object.hasChanges else { continue }
                let isNewer = EntityLayout.version(of: present) != EntityLayout.version(of: run[index])
                rebase(object, onto: run[index], in: run.chunk)
                if isNewer { changes.refreshed.append(object) }
            }
        }
        post(changes)
    }

    /// Takes an object out of the changed ones, keeping nothing of its changes.
    private func drop(_ object: NSManagedObject) {
        if object.state.contains(.deleted) {
            deleted.remove(object)
        } else if object.state.contains(.updated) {
            updated.remove(object)
        }
        object.state.subtract([.updated, .deleted, .propagated, .outdated])
        if let row = object.committedRow, let chunk = object.committedChunk { object.settle(on: row, in: chunk) }
    }

    /// Puts an object's unsaved changes onto a newer row.
    final func rebase(_ object: NSManagedObject, onto row: UnsafeMutableRawPointer, in chunk: RowChunk) {
        let layout = object.layout
        guard let old = object.row, let oldChunk = object.chunk, object.committedRow != nil else {
            if object.row != nil || !object.isFault {
                object.settle(on: row, in: chunk)
            } else {
                attach(row, in: chunk, to: object)
            }
            forgetRelated(object)
            return
        }
        let edits = editChunk(for: layout)
        let copy = edits.appendCopy(of: row, in: chunk)
        layout.clearChanged(in: copy)
        for slot in layout.slots.indices where layout.isChanged(slot, in: old) || layout.slots[slot].isTransient {
            layout.take(slot, from: old, in: oldChunk, into: copy, in: edits)
            if layout.isChanged(slot, in: old) { layout.setChanged(slot, in: copy) }
        }
        object.row = copy
        object.chunk = edits
        object.committedRow = row
        object.committedChunk = chunk
        undoRecorder?.didRebase(object)
        forgetRelated(object)
    }

    /// Lets relationships be read again.
    private func forgetRelated(_ object: NSManagedObject) {
        guard let related = object.related else { return }
        for slot in object.layout.slots.indices where object.layout.links[slot].index >= 0 {
            let index = Int(object.layout.links[slot].index)
            if let value = related[index] as? ToManyValue {
                value.unload()
            } else {
                related[index] = nil
            }
        }
    }

    // MARK: Others' saves

    /// Takes over what another context saved.
    ///
    /// - Parameter notification: a `NSManagedObjectContextDidSave` notification of a context of the same store.
    public final func mergeChanges(fromContextDidSave notification: Notification) {
        checkQueue()
        var saved = SavedChanges()
        func rows(_ key: String) -> [SavedChanges.Row] {
            (notification.userInfo?[key] as? NSSet)?.allObjects.compactMap { member in
                // The objects are another context's, which may be changing them by now: all they are asked for is who
                // they are.
                let id = (member as? NSManagedObject)?.objectID ?? member as? NSManagedObjectID
                return id.flatMap(savedKey).map { SavedChanges.Row(key: $0, values: nil) }
            } ?? []
        }
        for key in [NSInsertedObjectsKey, NotificationKey.insertedObjectIDs.rawValue] {
            saved.inserted += rows(key)
        }
        for key in [NSUpdatedObjectsKey, NotificationKey.updatedObjectIDs.rawValue] { saved.updated += rows(key) }
        for key in [NSDeletedObjectsKey, NotificationKey.deletedObjectIDs.rawValue] {
            saved.deleted += rows(key).map(\.key)
        }
        merge(saved)
    }

    /// The key of an object that was saved to where this context reads; nil when it was saved to another context only,
    /// or is unsaved in this one.
    private func savedKey(_ id: NSManagedObjectID) -> ObjectKey? {
        currentKey(id).flatMap { isUnsavedHere($0) ? nil : $0 }
    }

    /// Takes over changes that were made past the contexts, by a batch request or by another process.
    ///
    /// - Parameters:
    ///   - changes: arrays or sets of object IDs, or of their URIs, under `NSInsertedObjectsKey`,
    ///     `NSUpdatedObjectsKey`, `NSDeletedObjectsKey`, or under the keys of notifications of object IDs.
    ///   - contexts: the contexts that take them over; each does it on its own queue.
    public static func mergeChanges(
        fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
    ) {
        for context in contexts {
            context.performAndWait { context.mergeChanges(fromRemoteContextSave: changes) }
        }
    }

    private func mergeChanges(fromRemoteContextSave changes: [AnyHashable: Any]) {
        func keys(_ names: String...) -> [ObjectKey] {
            names.flatMap { name -> [Any] in
                let value = changes[name]
                return (value as? NSSet)?.allObjects ?? (value as? [Any]) ?? []
            }.compactMap { member in
                if let uri = member as? URL { return coordinator?.managedObjectID(forURIRepresentation: uri)?.key }
                return (member as? NSManagedObjectID).flatMap(savedKey)
            }
        }
        var saved = SavedChanges()
        saved.inserted = keys(NSInsertedObjectsKey, NotificationKey.insertedObjectIDs.rawValue)
            .map { SavedChanges.Row(key: $0, values: nil) }
        saved.updated = keys(NSUpdatedObjectsKey, NotificationKey.updatedObjectIDs.rawValue)
            .map { SavedChanges.Row(key: $0, values: nil) }
        saved.deleted = keys(NSDeletedObjectsKey, NotificationKey.deletedObjectIDs.rawValue)
        merge(saved)
    }

    /// Takes over saved changes.
    final func merge(_ saved: SavedChanges) {
        guard coordinator != nil, !saved.isEmpty else { return }
        learnKeys()
        processPendingChanges()
        leaveGeneration()
        let saved = readingValues(of: saved)
        var changes = ContextChanges()
        for row in saved.inserted {
            let object = object(for: row.key)
            if object.state.contains(.deletionSaved) { object.comeToLife() }
            if let values = row.values { update(object, to: values) }
            changes.inserted.append(object)
        }
        for row in saved.updated {
            guard let object = registry.object(for: row.key) else {
                changes.unregisteredUpdates.append(row)
                continue
            }
            if object.isDeleted {
                // The row stays what it was when the object was deleted, so that the save finds the conflict.
                object.state.insert(.outdated)
                continue
            }
            if let values = row.values { update(object, to: values) }
            forgetRelated(object)
            changes.refreshed.append(object)
        }
        for key in saved.deleted {
            guard let object = registry.object(for: key) else {
                changes.unregisteredDeletions.append(key)
                continue
            }
            markDeletedElsewhere(object)
            changes.deleted.append(object)
        }
        post(changes)
        ContextNotification.didMergeObjectIDs.post(by: self, SavedObjectIDs(changes).userInfo)
        handToChildren(saved.withoutValues)
    }

    /// The changes under the keys that objects have by now, with the values that are needed here and that nobody
    /// brought: those of objects that have some, and all where a result is watched. They are read in one go.
    private func readingValues(of saved: SavedChanges) -> SavedChanges {
        func isNeeded(_ row: SavedChanges.Row) -> Bool {
            if row.values != nil { return false }
            guard let object = registry.object(for: currentKey(row.key)) else { return !observers.isEmpty }
            return !object.isDeleted && (object.row != nil || !observers.isEmpty)
        }
        let keys = (saved.inserted.filter(isNeeded) + saved.updated.filter(isNeeded)).map { currentKey($0.key) }
        if keys.isEmpty, parent == nil { return saved }
        var rows: [ObjectKey: (chunk: RowChunk, row: UnsafeMutableRawPointer)] = [:]
        do {
            if !keys.isEmpty { rows = try requireSource().rows(for: keys).byKey() }
        } catch {
            coordinator?.report("What another context saved could not be read: \(error.localizedDescription)")
        }
        // A parent that was read may have given out other keys meanwhile.
        return saved.map(currentKey, rows)
    }

    /// Takes over whatever was saved to a store, when nobody can say any more what it was: its objects are read
    /// again, and who watches a fetch fetches again.
    final func mergeEverything(ofStore index: Int) {
        guard let coordinator else { return }
        processPendingChanges()
        leaveGeneration()
        var objects = registry.all().filter { $0.key.store == index && !$0.key.isTemporary }
        for object in objects where object.isDeleted { object.state.insert(.outdated) }
        objects.removeAll { $0.isDeleted }
        let rows: [ObjectKey: (chunk: RowChunk, row: UnsafeMutableRawPointer)]
        do {
            rows = try requireSource().rows(for: objects.map(\.key)).byKey()
        } catch {
            return coordinator.report("Changes of another process could not be read: \(error.localizedDescription)")
        }
        var changes = ContextChanges()
        changes.invalidatedAll = true
        for object in objects where !object.isInserted {
            if let values = rows[object.key] {
                let version = object.savedRow.map { EntityLayout.version(of: $0.row) }
                update(object, to: values)
                forgetRelated(object)
                if version != EntityLayout.version(of: values.row) { changes.refreshed.append(object) }
            } else {
                markDeletedElsewhere(object)
                changes.deleted.append(object)
            }
        }
        post(changes)
        ContextNotification.didMergeObjectIDs.post(by: self, SavedObjectIDs(changes).userInfo)
        for child in children.withLock({ $0.merging }) { child.perform { child.mergeEverything(ofStore: index) } }
    }

    /// An object that stands for a row which is gone.
    final func deletedObject(_ key: ObjectKey) -> NSManagedObject {
        let object = object(for: key)
        object.state.insert(.gone)
        markDeletedElsewhere(object)
        return object
    }

    private func markDeletedElsewhere(_ object: NSManagedObject) {
        if object.state.contains(.updated) { updated.remove(object) }
        if object.state.contains(.deleted) { deleted.remove(object) }
        object.state.subtract([.updated, .unprocessed])
        object.state.formUnion([.deleted, .deletionSaved])
    }

    private func update(
        _ object: NSManagedObject, to values: (chunk: RowChunk, row: UnsafeMutableRawPointer)
    ) {
        // What this context read or saved later than the save that is merged is newer.
        if let present = object.savedRow,
            EntityLayout.version(of: present.row) > EntityLayout.version(of: values.row)
        {
            return
        }
        rebase(object, onto: values.row, in: values.chunk)
    }
}
