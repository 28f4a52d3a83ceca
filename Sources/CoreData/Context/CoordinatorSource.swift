import Foundation

/// The coordinator as the source of one context: whatever block runs on the thread, the context's own state of the
/// stores is read.
final class CoordinatorSource: RowSource {
    // The context owns its source.
    private unowned let context: NSManagedObjectContext
    private let coordinator: NSPersistentStoreCoordinator

    init(_ coordinator: NSPersistentStoreCoordinator, of context: NSManagedObjectContext) {
        self.coordinator = coordinator
        self.context = context
    }

    func check(_ plan: FetchPlan) throws { try context.asCurrent { try coordinator.check(plan) } }

    func spansStores(_ plan: FetchPlan) -> Bool { coordinator.spansStores(plan) }

    func rows(_ plan: FetchPlan) throws -> [RowRun] { try context.asCurrent { try coordinator.rows(plan) } }

    func keys(_ plan: FetchPlan) throws -> ContiguousArray<UInt64> {
        try context.asCurrent { try coordinator.keys(plan) }
    }

    func count(_ plan: FetchPlan) throws -> Int { try context.asCurrent { try coordinator.count(plan) } }

    func dictionaries(_ plan: DictionaryPlan) throws -> [NSDictionary] {
        try context.asCurrent { try coordinator.dictionaries(plan) }
    }

    func row(
        for key: ObjectKey, into chunk: (EntityLayout) -> RowChunk
    ) throws -> (chunk: RowChunk, row: UnsafeMutableRawPointer)? {
        try context.asCurrent { try coordinator.row(for: key, into: chunk) }
    }

    func rows(for keys: [ObjectKey]) throws -> [RowRun] {
        try context.asCurrent { try coordinator.rows(for: keys) }
    }

    func relatedRows(of key: ObjectKey, layout: EntityLayout, slot: Int) throws -> [RowRun] {
        try context.asCurrent { try coordinator.relatedRows(of: key, layout: layout, slot: slot) }
    }

    func relatedRows(of keys: [ObjectKey], layout: EntityLayout, slot: Int) throws -> [RelatedRows] {
        try context.asCurrent { try coordinator.relatedRows(of: keys, layout: layout, slot: slot) }
    }

    func takeKeys(for layout: EntityLayout, count: Int, store: NSPersistentStore?) throws -> ObjectKey {
        try coordinator.takeKeys(for: layout, count: count, store: store)
    }

    func save(_ request: SaveRequest, assigned: (NSManagedObject) -> NSPersistentStore?) throws {
        try context.asCurrent { try coordinator.save(request, assigned: assigned) }
    }
}
