import Foundation

// How contexts ask for rows: of one store when there is one, of each in turn when there are several.
extension NSPersistentStoreCoordinator {
    /// The open stores that hold an entity.
    func stores(for layout: EntityLayout, affected: [NSPersistentStore]? = nil) -> [any RowStore] {
        let stores = rowStores
        if stores.count == 1, affected == nil, stores[0].holdsAllEntities { return stores }
        return stores.filter { store in
            if let affected, !affected.contains(where: { $0 === store }) { return false }
            return holds(store, layout)
        }
    }

    private func holds(_ store: NSPersistentStore, _ layout: EntityLayout) -> Bool {
        guard !store.holdsAllEntities,
            let entities = managedObjectModel.entities(forConfigurationName: store.configurationName)
        else { return true }
        return layout.family.contains { member in entities.contains { $0 === member.entity } }
    }

    /// The rows of a fetch. Those of several stores stand store by store and are more than the window: see
    /// ``spansStores(_:)``.
    func rows(_ plan: FetchPlan) throws -> [RowRun] {
        let stores = stores(for: plan.layout, affected: plan.affectedStores)
        if stores.count == 1 { return try stores[0].rows(plan) }
        // Each store sorts its own; the context puts the objects in order, and takes the window from all that each
        // store may contribute.
        var wide = plan
        wide.offset = 0
        wide.limit = plan.windowEnd()
        return try stores.flatMap { try $0.rows(wide) }
    }

    /// Finds out whether a fetch fits the model, before unsaved objects are asked for values they may not have.
    func check(_ plan: FetchPlan) throws {
        for store in stores(for: plan.layout, affected: plan.affectedStores) { try store.check(plan) }
    }

    /// Whether a fetch needs its results of several stores put together.
    func spansStores(_ plan: FetchPlan) -> Bool {
        stores(for: plan.layout, affected: plan.affectedStores).count > 1
    }

    /// The keys of the rows of a fetch from one store.
    func keys(_ plan: FetchPlan) throws -> ContiguousArray<UInt64> {
        try stores(for: plan.layout, affected: plan.affectedStores).first?.keys(plan) ?? []
    }

    func count(_ plan: FetchPlan) throws -> Int {
        let stores = stores(for: plan.layout, affected: plan.affectedStores)
        if stores.count == 1 { return try stores[0].count(plan) }
        var all = plan
        all.limit = 0
        all.offset = 0
        var total = try stores.reduce(0) { try $0 + $1.count(all) }
        total = max(total - plan.offset, 0)
        return plan.limit > 0 ? min(total, plan.limit) : total
    }

    func row(
        for key: ObjectKey, into chunk: (EntityLayout) -> RowChunk
    ) throws -> (chunk: RowChunk, row: UnsafeMutableRawPointer)? {
        try rowStore(at: key.store)?.row(for: key, layout: modelLayout[key.entity], into: chunk)
    }

    func rows(for keys: [ObjectKey]) throws -> [RowRun] {
        try Dictionary(grouping: keys) { $0.raw >> 40 }.values.flatMap { group in
            try rowStore(at: group[0].store)?.rows(for: group, layout: modelLayout[group[0].entity]) ?? []
        }
    }

    func relatedRows(of key: ObjectKey, layout: EntityLayout, slot: Int) throws -> [RowRun] {
        try rowStore(at: key.store)?.relatedRows(of: [key], layout: layout, slot: slot).runs ?? []
    }

    /// The rows at the other end of a to-many relationship of several objects, store by store.
    func relatedRows(of keys: [ObjectKey], layout: EntityLayout, slot: Int) throws -> [RelatedRows] {
        guard let first = keys.first?.store else { return [] }
        if keys.allSatisfy({ $0.store == first }) {
            return try rowStore(at: first).map { [try $0.relatedRows(of: keys, layout: layout, slot: slot)] } ?? []
        }
        return try Dictionary(grouping: keys.indices) { keys[$0].store }.compactMap { index, places in
            guard let store = rowStore(at: index) else { return nil }
            let related = try store.relatedRows(of: places.map { keys[$0] }, layout: layout, slot: slot)
            return RelatedRows(runs: related.runs, sources: related.sources.map { Int32(places[Int($0)]) })
        }
    }

    // MARK: Saving

    func takeKeys(for layout: EntityLayout, count: Int, store: NSPersistentStore?) throws -> ObjectKey {
        let target = try target(for: layout, store: store)
        let first = try target.takeKeys(for: layout, count: count)
        return ObjectKey(store: target.index, entity: layout.ordinal, primaryKey: first)
    }

    /// The store that new objects of an entity go to.
    private func target(for layout: EntityLayout, store: NSPersistentStore?) throws -> any RowStore {
        let stores = stores(for: layout)
        guard
            let target = stores.first(where: { $0 === store }) ?? stores.first(where: { !$0.isReadOnly })
                ?? stores.first
        else {
            throw CocoaErrorText.error(
                NSPersistentStoreSaveError, "No open store holds the entity \(layout.entity.name ?? "").")
        }
        return target
    }

    /// - Parameters:
    ///   - request: what to save.
    ///   - assigned: the store that a new object was assigned to, if it was.
    func save(_ request: SaveRequest, assigned: (NSManagedObject) -> NSPersistentStore?) throws {
        let stores = rowStores
        // An object may also be of a store that was removed.
        if stores.count == 1, stores[0].holdsAllEntities, state.withLock({ $0.stores.count }) == 1 {
            return try stores[0].save(request)
        }
        // Each store commits its part on its own: a failure of a later one cannot undo an earlier one.
        var parts: [Int: (request: SaveRequest, positions: [Int])] = [:]
        func part(_ index: Int) -> SaveRequest {
            if let known = parts[index] { return known.request }
            let made = SaveRequest()
            made.author = request.author
            made.contextName = request.contextName
            made.temporaryKeyBase = request.temporaryKeyBase
            made.beginAttempt(temporaryKeyCount: request.keysByTemporary.count)
            parts[index] = (made, [])
            return made
        }
        for (position, object) in request.inserted.enumerated() {
            let index =
                object.key.isTemporary
                ? try target(for: object.layout, store: assigned(object)).index : object.key.store
            part(index).inserted.append(object)
            parts[index]?.positions.append(position)
        }
        for object in request.updated { part(object.key.store).updated.append(object) }
        for object in request.deleted { part(object.key.store).deleted.append(object) }
        for object in request.checked { part(object.key.store).checked.append(object) }
        try requireOpenStores(parts.mapValues(\.request))
        try requireRelationshipsWithinStores(parts.mapValues(\.request))
        request.newKeys = ContiguousArray(repeating: ObjectKey(raw: 0), count: request.inserted.count)
        for store in stores {
            guard let part = parts[store.index] else { continue }
            do {
                try store.save(part.request)
            } catch {
                // What earlier stores have committed is nobody's news; what comes behind it must not wait for it.
                for (store, number) in request.transactions { store.handOn(number, SavedChanges(), besides: nil) }
                throw error
            }
            request.transactions += part.request.transactions
            for (position, key) in zip(part.positions, part.request.newKeys) { request.newKeys[position] = key }
            for (index, key) in part.request.keysByTemporary.enumerated() where key.raw != 0 {
                request.keysByTemporary[index] = key
            }
        }
    }

    // MARK: Telling other contexts

    final func setMerging(_ merges: Bool, context: NSManagedObjectContext) {
        state.withLock { state in
            state.mergingContexts[ObjectIdentifier(context)] = merges ? WeakContext(context: context) : nil
        }
    }

    func mergingContexts(besides context: NSManagedObjectContext?) -> [NSManagedObjectContext] {
        state.withLock { $0.mergingContexts.values.compactMap(\.context) }.filter { $0 !== context }
    }

    func hasMergingContexts(besides context: NSManagedObjectContext) -> Bool {
        !mergingContexts(besides: context).isEmpty
    }

    /// Hands a save on when its turn has come in the histories of its stores; at once where none is kept.
    func hand(_ saved: SavedChanges, of request: SaveRequest, toContextsBesides context: NSManagedObjectContext?) {
        guard let (store, number) = request.transactions.first else {
            return hand(saved, toContextsBesides: context)
        }
        store.handOn(number, saved, besides: context)
        for (store, number) in request.transactions.dropFirst() {
            store.handOn(number, SavedChanges(), besides: context)
        }
    }

    /// Hands a save to the contexts that merge by themselves; each takes it over on its own queue.
    func hand(_ saved: SavedChanges, toContextsBesides context: NSManagedObjectContext?) {
        // All contexts get the news in the order in which it was sifted.
        handed.withLock { handed in
            var saved = saved
            handed.sift(&saved)
            if saved.isEmpty { return }
            for other in mergingContexts(besides: context) {
                other.perform { [saved] in other.merge(saved) }
            }
        }
    }

    /// Tells the contexts that merge by themselves that anything in a store may be different by now.
    func handEverything(of store: NSPersistentStore) {
        let index = store.index
        for other in mergingContexts(besides: nil) {
            other.perform { other.mergeEverything(ofStore: index) }
        }
    }

    var lastHistoryToken: NSPersistentHistoryToken? { state.withLock { $0.lastHistoryToken } }
}
