/// The keys that objects had before they were saved, with those they have now, until every child knows of it.
struct FormerKeys {
    private var batches: [(number: Int, keys: [UInt64: ObjectKey], children: Int)] = []
    private var count = 0

    /// - Parameter children: how many have to hear of it.
    /// - Returns: the number of the batch.
    mutating func note(_ keys: [(old: ObjectKey, new: ObjectKey)], for children: Int) -> Int {
        count += 1
        var newer: [UInt64: ObjectKey] = [:]
        for key in keys { newer[key.old.raw] = key.new }
        batches.append((count, newer, children))
        return count
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
