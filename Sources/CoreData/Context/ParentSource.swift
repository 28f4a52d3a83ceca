import Foundation

/// The parent as the source of one context.
///
/// The parent may save at any moment in which it does not wait for the child or the child for it, and then objects have
/// other keys. So the child learns of them within each request: before it, for what is asked, and after it, for what
/// levels further up have replaced meanwhile.
final class ParentSource: RowSource {
    // The context owns its source.
    private unowned let child: NSManagedObjectContext
    private let parent: NSManagedObjectContext

    init(_ parent: NSManagedObjectContext, of child: NSManagedObjectContext) {
        self.parent = parent
        self.child = child
    }

    private func ask<T>(_ request: () throws -> T) rethrows -> T {
        try parent.performAndWait {
            child.learnKeys()
            defer { child.learnKeys() }
            return try request()
        }
    }

    func check(_ plan: FetchPlan) throws { try ask { try parent.check(plan) } }

    func spansStores(_ plan: FetchPlan) -> Bool { false }

    func rows(_ plan: FetchPlan) throws -> [RowRun] { try ask { try parent.rows(plan) } }

    func keys(_ plan: FetchPlan) throws -> ContiguousArray<UInt64> { try ask { try parent.keys(plan) } }

    func count(_ plan: FetchPlan) throws -> Int { try ask { try parent.count(plan) } }

    func dictionaries(_ plan: DictionaryPlan) throws -> [NSDictionary] { try ask { try parent.dictionaries(plan) } }

    func row(
        for key: ObjectKey, into chunk: (EntityLayout) -> RowChunk
    ) throws -> (chunk: RowChunk, row: UnsafeMutableRawPointer)? {
        try ask { try parent.row(for: key, into: chunk) }
    }

    func rows(for keys: [ObjectKey]) throws -> [RowRun] { try ask { try parent.rows(for: keys) } }

    func relatedRows(of key: ObjectKey, layout: EntityLayout, slot: Int) throws -> [RowRun] {
        try ask { try parent.relatedRows(of: key, layout: layout, slot: slot) }
    }

    func relatedRows(of keys: [ObjectKey], layout: EntityLayout, slot: Int) throws -> [RelatedRows] {
        try ask { try parent.relatedRows(of: keys, layout: layout, slot: slot) }
    }

    func takeKeys(for layout: EntityLayout, count: Int, store: NSPersistentStore?) throws -> ObjectKey {
        try ask { try parent.takeKeys(for: layout, count: count, store: store) }
    }

    func save(_ request: SaveRequest, assigned: (NSManagedObject) -> NSPersistentStore?) throws {
        try ask { try parent.save(request, assigned: assigned) }
    }
}
