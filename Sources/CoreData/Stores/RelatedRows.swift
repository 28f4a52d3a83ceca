/// The rows at the other end of a to-many relationship of several objects.
struct RelatedRows {
    var runs: [RowRun] = []
    /// For each row, in order, the place of the object it belongs to among those that were asked for.
    var sources: [Int32] = []
}
