/// What a context reads from and saves to: its coordinator, or its parent.
protocol RowSource: AnyObject {
    /// Finds out whether a fetch fits the model.
    func check(_ plan: FetchPlan) throws
    /// Whether a fetch needs its results of several stores put together.
    func spansStores(_ plan: FetchPlan) -> Bool
    func rows(_ plan: FetchPlan) throws -> [RowRun]
    func keys(_ plan: FetchPlan) throws -> ContiguousArray<UInt64>
    func count(_ plan: FetchPlan) throws -> Int
    func dictionaries(_ plan: DictionaryPlan) throws -> [NSDictionary]
    /// The row with a key, in a chunk that `chunk` gives for its layout; nil when it is gone.
    func row(
        for key: ObjectKey, into chunk: (EntityLayout) -> RowChunk
    ) throws -> (chunk: RowChunk, row: UnsafeMutableRawPointer)?
    func rows(for keys: [ObjectKey]) throws -> [RowRun]
    /// The rows at the other end of a to-many relationship of one object.
    func relatedRows(of key: ObjectKey, layout: EntityLayout, slot: Int) throws -> [RowRun]
    /// The rows at the other end of a to-many relationship of several objects.
    func relatedRows(of keys: [ObjectKey], layout: EntityLayout, slot: Int) throws -> [RelatedRows]
    /// Permanent keys for objects that were not saved.
    func takeKeys(for layout: EntityLayout, count: Int, store: NSPersistentStore?) throws -> ObjectKey
    /// - Throws: `SaveConflicts`, or an error of a store. Nothing is saved then.
    func save(_ request: SaveRequest, assigned: (NSManagedObject) -> NSPersistentStore?) throws
}

extension NSPersistentStoreCoordinator: RowSource {}
