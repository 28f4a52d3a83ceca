import Foundation

// A context as the place that its children read from. All of it may be called from a child's queue, which waits for
// this one's.
extension NSManagedObjectContext: RowSource {
    func check(_ plan: FetchPlan) throws {
        try performAndWait { try requireSource().check(plan) }
    }

    func spansStores(_ plan: FetchPlan) -> Bool { false }

    func rows(_ plan: FetchPlan) throws -> [RowRun] {
        var plan = plan
        plan.batchSize = 0
        return try performAndWait { copies(try objects(plan, pending: true)) }
    }

    func keys(_ plan: FetchPlan) throws -> ContiguousArray<UInt64> {
        try performAndWait { ContiguousArray(try objects(plan, pending: true).map(\.key.raw)) }
    }

    func count(_ plan: FetchPlan) throws -> Int {
        try performAndWait { try count(plan, pending: true) }
    }

    func dictionaries(_ plan: DictionaryPlan) throws -> [NSDictionary] {
        try performAndWait { try requireSource().dictionaries(plan) }
    }

    func row(
        for key: ObjectKey, into chunk: (EntityLayout) -> RowChunk
    ) throws -> (chunk: RowChunk, row: UnsafeMutableRawPointer)? {
        try performAndWait {
            guard let object = try presentObject(key) else { return nil }
            let chunk = chunk(object.layout)
            return object.copyPresentRow(into: chunk).map { (chunk, $0) }
        }
    }

    func rows(for keys: [ObjectKey]) throws -> [RowRun] {
        try performAndWait {
            _ = objects(reading: keys.map(currentKey).filter { !isUnsavedHere($0) })
            return copies(try keys.compactMap(presentObject))
        }
    }

    func relatedRows(of key: ObjectKey, layout: EntityLayout, slot: Int) throws -> [RowRun] {
        try performAndWait { copies(try presentMembers(of: key, slot: slot)) }
    }

    func relatedRows(of keys: [ObjectKey], layout: EntityLayout, slot: Int) throws -> [RelatedRows] {
        try performAndWait {
            var members: [NSManagedObject] = []
            var related = RelatedRows()
            for (place, key) in keys.enumerated() {
                let found = try presentMembers(of: key, slot: slot)
                members += found
                related.sources += Array(repeating: Int32(place), count: found.count)
            }
            related.runs = copies(members)
            return [related]
        }
    }

    func takeKeys(for layout: EntityLayout, count: Int, store: NSPersistentStore?) throws -> ObjectKey {
        try performAndWait { try requireSource().takeKeys(for: layout, count: count, store: store) }
    }

    // MARK: What children see

    /// The object with a key, if it is there and not to be deleted; its row is read if it has to be.
    ///
    /// - Throws: an error of the store. What could not be read is not gone.
    final func presentObject(_ key: ObjectKey) throws -> NSManagedObject? {
        let key = currentKey(key)
        if isUnsavedHere(key), registry.object(for: key) == nil { return nil }
        propagateDeletions()
        let object = object(for: key)
        if object.row == nil { try fill(object) }
        return object.row == nil || object.state.contains(.deleted) ? nil : object
    }

    private func presentMembers(of key: ObjectKey, slot: Int) throws -> [NSManagedObject] {
        guard let object = try presentObject(key) else { return [] }
        return try object.loadedMembers(at: slot).filter { member in
            if member.row == nil { try fill(member) }
            return member.row != nil && !member.state.contains(.deleted)
        }
    }

    /// Copies of the rows of objects as they are now, one for each, in their order.
    private func copies(_ objects: [NSManagedObject]) -> [RowRun] {
        var runs: [RowRun] = []
        var start = 0
        while start < objects.count {
            let layout = objects[start].layout
            var end = start + 1
            while end < objects.count, end - start < 256, objects[end].layout === layout { end += 1 }
            let chunk = RowChunk(layout: layout, capacity: end - start)
            for object in objects[start..<end] {
                if object.row == nil { fulfill(object) }
                _ = object.copyPresentRow(into: chunk)
            }
            chunk.freeze()
            runs.append(RowRun(chunk: chunk, start: 0, count: chunk.count))
            start = end
        }
        return runs
    }

    // MARK: Keys

    /// Whether an object was inserted in this very context and not saved, so that nobody else can know it.
    @inline(__always) final func isUnsavedHere(_ key: ObjectKey) -> Bool {
        key.isTemporary && -key.primaryKey > temporaryKeyFloor
    }

    /// The key that an object has by now which had `key` before it was saved.
    final func currentKey(_ key: ObjectKey) -> ObjectKey {
        key.isTemporary ? formerKeys.withLock { $0.current(key) } : key
    }

    /// The key of the object with an ID; nil when the ID is another context's, where the object was never saved.
    final func currentKey(_ id: NSManagedObjectID) -> ObjectKey? {
        // While the parent is busy saving, the ID may have a successor that is news here.
        if id.isTemporaryID, id.home != serial { parent?.performAndWait {} }
        learnKeys()
        let id = id.current
        if !id.isTemporaryID { return id.key }
        return home(of: id.key).serial == id.home ? currentKey(id.key) : nil
    }

    /// The context that gave out a temporary key.
    private func home(of key: ObjectKey) -> NSManagedObjectContext {
        var home = self
        while !home.isUnsavedHere(key), let parent = home.parent { home = parent }
        return home
    }

    /// The ID of an object. One that was inserted in a context above has the same ID here and there.
    final func makeID(of key: ObjectKey, _ layout: EntityLayout) -> NSManagedObjectID {
        guard key.isTemporary else {
            return NSManagedObjectID(key: key, layout: layout, store: coordinator?.store(at: key.store))
        }
        let home = home(of: key)
        if home !== self {
            let id = home.performAndWait { try? home.presentObject(key)?.objectID }
            if let id { return id }
        }
        return NSManagedObjectID(key: key, layout: layout, store: nil, home: home.serial)
    }

    /// Objects have other keys from now on: who watches a fetch and the contexts below have to know.
    final func didReplace(_ keys: [(old: ObjectKey, new: ObjectKey)]) {
        guard !keys.isEmpty else { return }
        tellObservers { $0.context(self, didReplace: keys) }
        let children = children.withLock { $0.all }
        guard !children.isEmpty else { return }
        let batch = formerKeys.withLock { $0.note(keys, for: children.count) }
        for child in children {
            child.perform {
                child.learnKeys()
                self.formerKeys.withLock { $0.isKnown(batch) }
            }
        }
    }

    /// Gives objects the keys that they have in the parent by now. It is called on this context's queue, or while that
    /// waits for the parent.
    final func learnKeys() {
        guard let parent else { return }
        for batch in parent.formerKeys.withLock({ $0.batches(after: learnedBatch) }) {
            learnedBatch = batch.number
            for (old, new) in batch.keys {
                undoRecorder?.didGive(new, insteadOf: ObjectKey(raw: old))
                registry.object(for: ObjectKey(raw: old))?.take(new)
            }
            for object in registry.all() { object.replaceDestinations(batch.keys) }
            didReplace(batch.keys.map { (ObjectKey(raw: $0), $1) })
        }
    }

    /// Tells the contexts below what is different here.
    final func handToChildren(_ saved: SavedChanges, besides child: NSManagedObjectContext? = nil) {
        for other in children.withLock({ $0.merging }) where other !== child {
            other.perform { [saved] in other.merge(saved) }
        }
    }
}

extension NSManagedObject {
    /// Copies the row as it is now; a child context knows nothing of what is transient or unsaved about it.
    fileprivate final func copyPresentRow(into target: RowChunk) -> UnsafeMutableRawPointer? {
        guard let row, let chunk else { return nil }
        let copy = target.appendCopy(of: row, in: chunk)
        EntityLayout.setKey(key, of: copy)
        layout.clearChanged(in: copy)
        layout.clearTransients(in: copy, of: target)
        return copy
    }

    /// Goes by another key from now on. Who has the ID finds the object still.
    final func take(_ newKey: ObjectKey) {
        let old = registry?.rekey(self, to: newKey)
        if let row, chunk?.isFrozen == false { EntityLayout.setKey(newKey, of: row) }
        old?.becomes(objectID)
    }
}
