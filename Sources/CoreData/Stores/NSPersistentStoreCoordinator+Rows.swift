import Foundation

// How contexts ask for rows: of one store when there is one, of each in turn when there are several.
extension NSPersistentStoreCoordinator {
    /// The open stores that hold an entity.
    private func stores(for layout: EntityLayout, affected: [NSPersistentStore]? = nil) -> [any RowStore] {
        let stores = rowStores
        if stores.count == 1, affected == nil { return stores }
        return stores.filter { store in
            if let affected, !affected.contains(where: { $0 === store }) { return false }
            return holds(store, layout)
        }
    }

    private func holds(_ store: NSPersistentStore, _ layout: EntityLayout) -> Bool {
        guard store.configurationName != "PF_DEFAULT_CONFIGURATION_NAME",
            let entities = managedObjectModel.entities(forConfigurationName: store.configurationName)
        else { return true }
        return layout.family.contains { member in entities.contains { $0 === member.entity } }
    }

    func rows(_ plan: FetchPlan, _ body: (UnsafeMutableRawPointer, RowChunk) -> Void) throws {
        let stores = stores(for: plan.layout, affected: plan.affectedStores)
        if stores.count == 1 { return try stores[0].rows(plan, body) }
        // Each store sorts its own; together they are put in order by the context's objects, so a window over
        // several stores is taken from all that each may contribute.
        var wide = plan
        wide.offset = 0
        if plan.limit > 0 { wide.limit = plan.offset + plan.limit }
        for store in stores { try store.rows(wide, body) }
    }

    /// Whether a fetch needs its results of several stores put together.
    func spansStores(_ plan: FetchPlan) -> Bool {
        stores(for: plan.layout, affected: plan.affectedStores).count > 1
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

    func dictionaries(_ plan: DictionaryPlan) throws -> [NSDictionary] {
        try stores(for: plan.fetch.layout, affected: plan.fetch.affectedStores)
            .flatMap { try $0.dictionaries(plan) }
    }

    func row(for key: ObjectKey) throws -> (chunk: RowChunk, row: UnsafeMutableRawPointer)? {
        guard let store = rowStore(at: key.store) else { return nil }
        var found: (chunk: RowChunk, row: UnsafeMutableRawPointer)?
        try store.rows(for: [key], layout: modelLayout[key.entity]) { row, chunk in found = (chunk, row) }
        return found
    }

    func rows(for keys: [ObjectKey], _ body: (UnsafeMutableRawPointer, RowChunk) -> Void) throws {
        let groups = Dictionary(grouping: keys) { $0.raw >> 40 }
        for group in groups.values {
            guard let store = rowStore(at: group[0].store) else { continue }
            try store.rows(for: group, layout: modelLayout[group[0].entity], body)
        }
    }

    func relatedRows(
        of key: ObjectKey, layout: EntityLayout, slot: Int,
        _ body: (UnsafeMutableRawPointer, RowChunk) -> Void
    ) throws {
        try rowStore(at: key.store)?.relatedRows(of: [key], layout: layout, slot: slot) { _, row, chunk in
            body(row, chunk)
        }
    }

    func relatedRows(
        of keys: [ObjectKey], layout: EntityLayout, slot: Int,
        _ body: (ObjectKey, UnsafeMutableRawPointer, RowChunk) -> Void
    ) throws {
        let groups = Dictionary(grouping: keys, by: \.store)
        for (index, group) in groups {
            try rowStore(at: index)?.relatedRows(of: group, layout: layout, slot: slot, body)
        }
    }

    // MARK: Saving

    func takeKeys(for layout: EntityLayout, count: Int, store: NSPersistentStore?) throws -> ObjectKey {
        let stores = stores(for: layout)
        let target = stores.first { $0 === store } ?? stores.first { !$0.isReadOnly } ?? stores.first
        guard let target else {
            throw CocoaErrorText.error(
                NSPersistentStoreSaveError, "No open store holds the entity \(layout.entity.name ?? "").")
        }
        let first = try target.takeKeys(for: layout, count: count)
        guard first + Int64(count) <= ObjectKey.maximumPrimaryKey else {
            throw CocoaErrorText.error(
                NSPersistentStoreSaveError, "The store has no primary keys left for \(layout.entity.name ?? "").")
        }
        return ObjectKey(store: target.index, entity: layout.ordinal, primaryKey: first)
    }

    func save(_ request: SaveRequest) throws {
        let stores = rowStores
        if stores.count == 1 { return try stores[0].save(request) }
        // Each store commits its part on its own: a failure of a later one cannot undo an earlier one.
        var parts: [Int: SaveRequest] = [:]
        func part(_ index: Int, _ change: (inout SaveRequest) -> Void) {
            var part =
                parts[index]
                ?? {
                    var empty = request
                    empty.inserted = []
                    empty.newKeys = []
                    empty.updated = []
                    empty.deleted = []
                    return empty
                }()
            change(&part)
            parts[index] = part
        }
        for (object, key) in zip(request.inserted, request.newKeys) {
            part(key.store) {
                $0.inserted.append(object)
                $0.newKeys.append(key)
            }
        }
        for object in request.updated { part(object.key.store) { $0.updated.append(object) } }
        for object in request.deleted { part(object.key.store) { $0.deleted.append(object) } }
        for store in stores {
            if let part = parts[store.index] { try store.save(part) }
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

    /// Hands a save to the contexts that merge by themselves; each takes it over on its own queue.
    func hand(_ saved: SavedChanges, toContextsBesides context: NSManagedObjectContext?) {
        for other in mergingContexts(besides: context) {
            other.perform { other.merge(saved) }
        }
    }

    var lastHistoryToken: NSPersistentHistoryToken? { state.withLock { $0.lastHistoryToken } }
}
