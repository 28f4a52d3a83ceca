import Foundation

extension NSManagedObjectContext {
    /// How many times `willSave` may change objects before the save gives up.
    private static let mostWillSavePasses = 1000
    /// How many times a save is tried when others keep changing the same rows.
    private static let mostAttempts = 100

    /// Saves all changes: wholly, or not at all.
    ///
    /// When it fails, the store and the context are as they were, so what is wrong can be put right and the save
    /// tried again.
    /// - Throws: a validation error; `NSManagedObjectMergeError` or `NSManagedObjectConstraintMergeError` with the
    ///   conflicts when the merge policy does not settle them; an error of the store.
    public final func save() throws {
        checkQueue()
        guard hasChanges else { return }
        precondition(!isSaving, "save() was called by a reaction to the same save. Save when it is over.")
        let target = try saveTarget()
        isSaving = true
        defer { isSaving = false }
        ContextNotification.willSave.post(by: self)
        try callWillSave()
        try validateChanges()
        finish(try write(to: target))
    }

    private func saveTarget() throws -> any RowSource {
        if parent == nil { _ = try writableCoordinator() }
        return try requireSource()
    }

    private func writableCoordinator() throws -> NSPersistentStoreCoordinator {
        guard let coordinator, !coordinator.persistentStores.isEmpty else {
            throw CocoaErrorText.error(
                NSPersistentStoreSaveError,
                "There is no store to save to. Add one with loadPersistentStores or addPersistentStore.")
        }
        return coordinator
    }

    private func callWillSave() throws {
        processPendingChanges()
        var objects = inserted.objects + updated.objects + deleted.objects
        var passes = 0
        while !objects.isEmpty {
            passes += 1
            if passes > Self.mostWillSavePasses {
                throw CocoaErrorText.error(
                    NSCoreDataError,
                    "willSave of \(type(of: objects[0])) changes its object again each time it is called. Set a "
                        + "value there only when it differs from the present one.")
            }
            for object in objects { object.willSave() }
            propagateDeletions()
            objects = unprocessed
            processPendingChanges()
        }
    }

    private func validateChanges() throws {
        var errors: [NSError] = []
        func collect(_ objects: ContiguousArray<NSManagedObject>, _ check: (NSManagedObject) throws -> Void) {
            for object in objects {
                do {
                    try check(object)
                } catch {
                    let error = error as NSError
                    if let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] {
                        errors += details
                    } else {
                        errors.append(error)
                    }
                }
            }
        }
        collect(deleted.objects) { try $0.validateForDelete() }
        collect(inserted.objects) { try $0.validateForInsert() }
        collect(updated.objects) { try $0.validateForUpdate() }
        if errors.count > 1 {
            throw CocoaErrorText.error(
                NSValidationMultipleErrorsError,
                errors.prefix(5).map(\.localizedDescription).joined(separator: " "),
                [NSDetailedErrorsKey: errors])
        }
        if let error = errors.first { throw error }
    }

    // MARK: Writing

    private func write(to target: any RowSource) throws -> SaveRequest {
        var attempts = 0
        while true {
            let request = makeRequest()
            do {
                try target.save(request) { assignedStore($0) }
                return request
            } catch let conflicts as SaveConflicts {
                attempts += 1
                let policy = mergePolicy as? NSMergePolicy ?? NSMergePolicy.error
                if attempts > Self.mostAttempts {
                    throw policy.error(for: conflicts, in: self)
                }
                try policy.settle(conflicts, in: self)
                processPendingChanges()
            }
        }
    }

    private func makeRequest() -> SaveRequest {
        let request = SaveRequest()
        request.inserted = inserted.objects
        request.updated = updated.objects
        request.deleted = deleted.objects
        if !guarded.isEmpty { request.checked = guarded.values.filter { !$0.hasChanges } }
        request.author = transactionAuthor
        request.contextName = name
        request.temporaryKeyBase = temporaryKeyBase
        request.beginAttempt(temporaryKeyCount: Int(temporaryKeyCount - temporaryKeyBase))
        return request
    }

    fileprivate func assignedStore(_ object: NSManagedObject) -> NSPersistentStore? {
        assignedStores.isEmpty ? nil : assignedStores[object.key.raw]
    }

    /// Makes a new object go to one store of several.
    ///
    /// - Parameters:
    ///   - object: an object that was inserted and not saved.
    ///   - store: a store of the context's coordinator whose configuration has the object's entity.
    public final func assign(_ object: Any, to store: NSPersistentStore) {
        checkQueue()
        guard let object = object as? NSManagedObject else { return }
        assignedStores[object.key.raw] = store
    }

    /// Gives objects the IDs they will have when saved.
    ///
    /// - Parameter objects: inserted objects of this context.
    /// - Throws: an error of the store.
    public final func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        checkQueue()
        _ = try writableCoordinator()
        let source = try requireSource()
        var seen: Set<ObjectIdentifier> = []
        let new = objects.filter {
            $0.context === self && isUnsavedHere($0.key) && seen.insert(ObjectIdentifier($0)).inserted
        }
        var keys: [UInt64: ObjectKey] = [:]
        for group in Dictionary(grouping: new, by: KeyBlock.init).values {
            // A block of keys is one write to the store.
            let first = try source.takeKeys(
                for: group[0].layout, count: group.count, store: assignedStore(group[0]))
            for (index, object) in group.enumerated() {
                keys[object.key.raw] = ObjectKey(
                    store: first.store, entity: first.entity, primaryKey: first.primaryKey + Int64(index))
            }
        }
        replaceTemporaryKeys(keys)
        var replaced: [(old: ObjectKey, new: ObjectKey)] = []
        for object in new {
            guard let key = keys[object.key.raw] else { continue }
            replaced.append((object.key, key))
            undoRecorder?.didGive(key, insteadOf: object.key)
            object.take(key)
        }
        didReplace(replaced)
    }

    /// New objects whose keys can be taken at once.
    private struct KeyBlock: Hashable {
        let entity: Int
        let store: ObjectIdentifier?

        init(_ object: NSManagedObject) {
            entity = object.layout.ordinal
            store = object.context?.assignedStore(object).map(ObjectIdentifier.init)
        }
    }

    /// Puts a permanent key in the place of a temporary one wherever unsaved rows name it.
    private func replaceTemporaryKeys(_ keys: [UInt64: ObjectKey]) {
        for object in inserted.objects + updated.objects {
            guard let row = object.row else { continue }
            for slot in object.layout.toOneSlots where object.layout.isPresent(slot, in: row) {
                if let key = keys[object.layout.word(slot, in: row)] {
                    object.layout.setWord(key.raw, slot, in: row)
                }
            }
        }
    }

    // MARK: After the commit

    private func finish(_ request: SaveRequest) {
        // A context that merges alone gets the news of other processes, and its own saves have to be known then.
        let others =
            parent == nil
            && (automaticallyMergesChangesFromParent || coordinator?.hasMergingContexts(besides: self) == true)
        let children = children.withLock { $0.all }
        var saved = SavedChanges()
        var changes = ContextChanges()
        changes.inserted = inserted.take()
        changes.updated = updated.take()
        changes.deleted = deleted.take()
        var replaced: [(old: ObjectKey, new: ObjectKey)] = []
        for (index, object) in request.inserted.enumerated() {
            if object.key.isTemporary {
                let key = request.newKeys[index]
                if !observers.isEmpty || !children.isEmpty { replaced.append((object.key, key)) }
                object.take(key)
            }
            settle(object, version: 1, request)
        }
        didReplace(replaced)
        for object in request.updated {
            guard let row = object.row else { continue }
            let wrote = object.state.contains(.written)
            settle(object, version: EntityLayout.version(of: row) + (wrote ? 1 : 0), request)
        }
        guarded = [:]
        assignedStores = [:]
        for chunk in workingChunks { chunk?.freeze() }
        workingChunks = []
        temporaryKeyBase = temporaryKeyCount
        leaveGeneration()
        if others {
            saved.inserted = changes.inserted.map { SavedChanges.Row(key: $0.key, values: $0.sharedRow) }
            saved.updated = changes.updated.map { SavedChanges.Row(key: $0.key, values: $0.sharedRow) }
            saved.deleted = changes.deleted.map(\.key)
        }
        if let undoRecorder { saved.again = undoRecorder.didSave() }
        for object in changes.deleted {
            forget(object)
            object.state.subtract([.deleted, .registered, .propagated, .updated])
            object.registry = nil
            object.related = nil
        }
        if parent == nil, others || !request.transactions.isEmpty {
            coordinator?.hand(saved, of: request, toContextsBesides: self)
        }
        if !children.isEmpty {
            handToChildren(SavedChanges(inserted: changes.inserted, updated: changes.updated, deleted: changes.deleted))
        }
        if performDepth > 0 { keptUntilBlockEnds += [changes.inserted, changes.updated] }
        for object in changes.inserted { object.didSave() }
        for object in changes.updated { object.didSave() }
        for object in changes.deleted { object.didSave() }
        postDidSave(changes)
    }

    /// Makes an object's present row its committed one.
    @inline(__always) private func settle(_ object: NSManagedObject, version: Int64, _ request: SaveRequest) {
        object.state.subtract([.inserted, .updated, .unprocessed, .awake])
        guard let row = object.row else { return }
        let layout = object.layout
        object.committedRow = nil
        object.committedChunk = nil
        EntityLayout.setVersion(version, of: row)
        layout.clearChanged(in: row)
        if !request.keysByTemporary.isEmpty {
            for slot in layout.toOneSlots where layout.isPresent(slot, in: row) {
                let key = ObjectKey(raw: layout.word(slot, in: row))
                guard isUnsavedHere(key) else { continue }
                let permanent = request.permanent(key)
                if permanent.raw != 0 {
                    layout.setWord(permanent.raw, slot, in: row)
                } else {
                    // The destination was deleted before it was ever saved.
                    layout.setAbsent(slot, in: row)
                    object.related?[Int(layout.links[slot].index)] = nil
                }
            }
        }
        if let related = object.related {
            for slot in layout.toManySlots {
                (related[Int(layout.links[slot].index)] as? ToManyValue)?.didSave()
            }
        }
    }

    private func postDidSave(_ changes: ContextChanges) {
        var info = changes.userInfo()
        if parent == nil, let token = coordinator?.lastHistoryToken { info["newChangeToken"] = token }
        ContextNotification.didSave.post(by: self, info)
        ContextNotification.didSaveObjectIDs.post(by: self, SavedObjectIDs(changes).userInfo)
    }
}
