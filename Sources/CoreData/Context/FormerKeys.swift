/// The keys that objects had before they were saved, with those they have now, until every child knows of it.
struct FormerKeys {
    /// Objects that got other keys at one moment.
    struct Batch {
        let number: Int
        let keys: [UInt64: ObjectKey]
        /// How many children have to hear of it.
        fileprivate var children: Int
    }

    private var batches: [Batch] = []
    private var count = 0

    var isEmpty: Bool { batches.isEmpty }

    /// - Parameter children: how many have to hear of it.
    /// - Returns: the number of the batch.
    mutating func note(_ keys: [(old: ObjectKey, new: ObjectKey)], for children: Int) -> Int {
        count += 1
        var newer: [UInt64: ObjectKey] = [:]
        for key in keys { newer[key.old.raw] = key.new }
        batches.append(Batch(number: count, keys: newer, children: children))
        return count
    }

    /// What came after a batch.
    func batches(after number: Int) -> ArraySlice<Batch> {
        guard let last = batches.last, last.number > number else { return [] }
        return batches[(batches.firstIndex { $0.number > number } ?? batches.endIndex)...]
    }

    /// One more child knows of a batch.
    mutating func isKnown(_ number: Int) {
        guard let index = batches.firstIndex(where: { $0.number == number }) else { return }
        batches[index].children -= 1
        if batches[index].children == 0 { batches.remove(at: index) }
    }

    func current(_ key: ObjectKey) -> ObjectKey {
        var key = key
        for batch in batches { key = batch.keys[key.raw] ?? key }
        return key
    }
}
