import Foundation

/// The sections of a result: runs of objects that have the same section name.
struct FetchedSections {
    struct Section {
        let name: String
        /// The place of its first object in the whole result.
        var start: Int
        var count: Int
    }

    private(set) var all: [Section] = []
    /// Whether there are names at all. Without them there is one section, also of nothing.
    private let areNamed: Bool

    /// One section.
    init(count: Int) {
        areNamed = false
        all = [Section(name: "", start: 0, count: count)]
    }

    /// - Parameter names: the section names of the objects, in order.
    /// - Throws: an error when a name comes again after another: the order does not go by sections.
    init(names: some Sequence<String>) throws {
        areNamed = true
        var seen: Set<String> = []
        var index = 0
        for name in names {
            if all.last?.name != name {
                guard seen.insert(name).inserted else { throw Self.scattered(name) }
                all.append(Section(name: name, start: index, count: 0))
            }
            all[all.count - 1].count += 1
            index += 1
        }
    }

    private static func scattered(_ name: String) -> NSError {
        CocoaErrorText.error(
            NSCoreDataError,
            "The objects of the section “\(name)” do not stand together. Make the first sort descriptor one that "
                + "orders by section.")
    }

    /// The section and row of a place in the whole result.
    func indexPath(at index: Int) -> IndexPath {
        let section = section(at: index)
        return IndexPath(row: index - all[section].start, section: section)
    }

    /// The last section that begins at a place or before it.
    private func section(at index: Int) -> Int {
        var (low, high) = (0, all.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if all[middle].start <= index { low = middle } else { high = middle - 1 }
        }
        return low
    }

    // MARK: Changing

    /// An object was taken out. Its section stays, though it be empty: others may come into it.
    mutating func remove(at index: Int) { grow(section(at: index), by: -1) }

    private mutating func grow(_ section: Int, by difference: Int) {
        all[section].count += difference
        for later in all.indices[(section + 1)...] { all[later].start += difference }
    }

    /// An object was put in.
    /// - Throws: an error when other objects of its section stand elsewhere.
    mutating func insert(_ name: String, at index: Int) throws {
        guard areNamed else { return grow(0, by: 1) }
        // Those that end or begin here, and the one around; empty ones stand between others.
        var first = all.isEmpty ? 0 : section(at: index)
        while first > 0, all[first - 1].start + all[first - 1].count >= index { first -= 1 }
        var place = first
        while place < all.count, all[place].start <= index {
            if all[place].name == name { return grow(place, by: 1) }
            if all[place].start < index, all[place].start + all[place].count > index { throw Self.scattered(name) }
            place += 1
        }
        // It goes behind those that end here and before those that begin here.
        place = first
        while place < all.count, all[place].start + all[place].count <= index, all[place].start < index { place += 1 }
        if let known = all.firstIndex(where: { $0.name == name }) {
            guard all[known].count == 0 else { throw Self.scattered(name) }
            all.remove(at: known)
            if known < place { place -= 1 }
        }
        all.insert(Section(name: name, start: index, count: 0), at: place)
        grow(place, by: 1)
    }

    /// Forgets sections that nothing is left of.
    mutating func removeEmpty() {
        if areNamed { all.removeAll { $0.count == 0 } }
    }
}
