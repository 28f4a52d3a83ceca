/// How many rows can be asked for at once.
enum RowLimit {
    /// `limit`, at least one and at most 100,000, so that arithmetic on it is safe.
    static func clamped(_ limit: Int) -> Int { min(max(limit, 1), 100_000) }
}
