/// What became of several items, as machines see it.
struct ItemsRecord: Encodable {
    /// The items that were ticked off or put back, or were so already.
    let items: [ChangedRecord<ItemRecord>]
    /// The names with which that was not possible.
    let refused: [RefusalRecord]
}

/// What became of several names that were to be items, as machines see it.
struct AddedItemsRecord: Encodable {
    let added: [ItemRecord]
    /// The names that are there already.
    let duplicates: [RefusalRecord]
    /// The names that are none.
    let refused: [RefusalRecord]
}

/// What became of several items that were to be deleted, as machines see it.
struct DeletedItemsRecord: Encodable {
    let deleted: [DeletionRecord]
    /// The names that nothing has.
    let refused: [RefusalRecord]
}
