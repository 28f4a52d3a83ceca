/// How many plants, sowings, lists and items a file may still bring: each takes memory.
struct RecordRoom {
    private let greatest: Int
    private var left: Int

    /// - Parameter greatest: How many at most.
    init(_ greatest: Int = 1_000_000) {
        self.greatest = greatest
        left = greatest
    }

    /// Takes the place of one more.
    mutating func take() throws(UnreadableFile) {
        left -= 1
        if left < 0 {
            throw UnreadableFile([
                ImportFault("", "A file has at most \(greatest) plants, sowings, lists and items; take it apart.")
            ])
        }
    }
}
