/// Where primary keys stand in a list.
///
/// Keys are given one after the other, so those of a list mostly lie close together: then their places stand in a
/// table, and a look-up is one step.
struct KeyPlaces {
    private let first: Int64
    private var table: [Int32] = []
    private var places: [Int64: Int32] = [:]

    init(_ keys: [ObjectKey]) {
        let primaryKeys = keys.lazy.map(\.primaryKey)
        first = primaryKeys.min() ?? 0
        let span = (primaryKeys.max() ?? 0) - first + 1
        if span <= keys.count * 8 + 64 {
            table = Array(repeating: -1, count: Int(span))
            for (place, key) in primaryKeys.enumerated() { table[Int(key - first)] = Int32(place) }
        } else {
            places.reserveCapacity(keys.count)
            for (place, key) in primaryKeys.enumerated() { places[key] = Int32(place) }
        }
    }

    /// The place of a primary key; −1 when it is not in the list.
    @inline(__always) subscript(primaryKey: Int64) -> Int32 {
        if table.isEmpty { return places[primaryKey] ?? -1 }
        guard primaryKey >= first, primaryKey - first < table.count else { return -1 }
        return table[Int(primaryKey - first)]
    }
}
