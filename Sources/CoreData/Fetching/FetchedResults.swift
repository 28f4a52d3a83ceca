import Foundation

/// The result of a fetch, kept in order while objects come, go and change.
struct FetchedResults {
    private(set) var list: FetchedList
    private(set) var sections: FetchedSections
    private let descriptors: [NSSortDescriptor]
    private let sectionKeyPath: String?
    private let batches: FetchedBatches
    /// When a result of keys changes by more than this, fetching the keys again is faster than finding each place by
    /// reading the rows around it.
    static let mostPlaced = 256

    /// - Parameters:
    ///   - list: what was found, in order.
    ///   - descriptors: the order.
    ///   - sectionKeyPath: what names the section of an object; nil for no sections.
    ///   - batches: makes objects of what the list has.
    init(_ list: FetchedList, descriptors: [NSSortDescriptor], sectionKeyPath: String?, batches: FetchedBatches) {
        self.list = list
        self.descriptors = descriptors
        self.sectionKeyPath = sectionKeyPath
        self.batches = batches
        sections = FetchedSections(count: list.count)
    }

    // MARK: Reading

    /// The object at a place.
    func object(at index: Int) -> NSManagedObject { batches.object(at: index, in: list) }

    /// The objects of a part of the result; their values are read when they are asked for.
    func objects(_ range: Range<Int>) -> [NSManagedObject] {
        list.holdsObjects
            ? range.map { batches.object(list[$0]) }
            : batches.faults(list.marks(range))
    }

    mutating func index(of object: NSManagedObject) -> Int? { list.index(of: list.mark(of: object)) }

    /// Whether a key is of an object of the result that nobody holds.
    mutating func contains(_ key: ObjectKey) -> Bool { !list.holdsObjects && list.index(of: key.raw) != nil }

    // MARK: Sections

    private func sectionName(of object: NSManagedObject) -> String {
        guard let sectionKeyPath else { return "" }
        switch object.value(forKeyPath: sectionKeyPath) {
        case nil: return ""
        case let text as String: return text
        case let value?: return "\(value)"
        }
    }

    /// Divides a new result into its sections; until then it is one. Objects with unsaved changes have to stand where
    /// these put them.
    /// - Throws: an error when the objects of a section do not stand together.
    mutating func divide() throws { sections = try makeSections() }

    private func makeSections() throws -> FetchedSections {
        guard sectionKeyPath != nil else { return FetchedSections(count: list.count) }
        let parts = stride(from: 0, to: list.count, by: 256).lazy.map { $0..<min($0 + 256, list.count) }
        return try FetchedSections(names: parts.flatMap { part in read(part).map { sectionName(of: $0) } })
    }

    /// The objects of a part of the result, with their values.
    private func read(_ part: Range<Int>) -> [NSManagedObject] {
        list.holdsObjects ? objects(part) : batches.read(list.marks(part))
    }

    /// What clients are shown of a section.
    func info(_ section: FetchedSections.Section) -> FetchedSection {
        FetchedSection(name: section.name, count: section.count) {
            objects(section.start..<section.start + section.count)
        }
    }

    // MARK: Changing

    /// Takes objects out, lets changed ones find their place, and puts new ones in theirs.
    ///
    /// Costs a search for each of them.
    /// - Parameters:
    ///   - removed: objects of the result that do not belong to it any more.
    ///   - changed: objects of the result whose values changed.
    ///   - added: objects that are new to the result.
    /// - Returns: what a delegate is told.
    /// - Throws: an error when the objects of a section do not stand together any more. The result is then of no use.
    mutating func apply(
        removed: [NSManagedObject], changed: [NSManagedObject], added: [NSManagedObject]
    ) throws -> FetchedChanges {
        let before = sections
        let areMany = (removed.count + changed.count + added.count) * sections.all.count > list.count + 1000
        var old: [ObjectIdentifier: IndexPath] = [:]
        var taken: [(index: Int, entry: FetchedList.Entry, object: NSManagedObject, stays: Bool)] = []
        for (objects, stays) in [(removed, false), (changed, true)] {
            for object in objects {
                guard let index = index(of: object) else { continue }
                old[ObjectIdentifier(object)] = before.indexPath(at: index)
                taken.append((index, list[index], object, stays))
            }
        }
        taken.sort { $0.index < $1.index }
        for entry in taken.reversed() {
            _ = list.remove(at: entry.index)
            if !areMany { sections.remove(at: entry.index) }
        }
        var toPlace = added.map { (entry: (mark: list.mark(of: $0), object: list.holdsObjects ? $0 : nil), object: $0) }
        var moved: Set<ObjectIdentifier> = []
        var missing = 0
        for entry in taken {
            let index = entry.index - missing
            if entry.stays, fits(entry.object, at: index) {
                try insert(entry.entry, entry.object, at: index, areMany)
            } else {
                missing += 1
                if !entry.stays { continue }
                moved.insert(ObjectIdentifier(entry.object))
                toPlace.append((entry.entry, entry.object))
            }
        }
        for (entry, object) in toPlace { try insert(entry, object, at: upperBound(of: object), areMany) }
        if areMany { sections = try makeSections() } else { sections.removeEmpty() }
        var new: [ObjectIdentifier: IndexPath] = [:]
        for object in changed + added {
            if let index = index(of: object) { new[ObjectIdentifier(object)] = sections.indexPath(at: index) }
        }
        return FetchedChanges(
            sections: (before, sections), info: info, paths: (old, new),
            removed: taken.filter { !$0.stays }.map(\.object),
            changed: changed, added: added, moved: moved)
    }

    private mutating func insert(
        _ entry: FetchedList.Entry, _ object: NSManagedObject, at index: Int, _ areMany: Bool
    ) throws {
        list.insert(entry, at: index)
        if areMany { return }
        let name = sectionKeyPath == nil ? "" : sectionName(of: object)
        try sections.insert(name, at: index)
    }

    /// Notes that new objects have got their permanent keys.
    mutating func replace(_ keys: [(old: ObjectKey, new: ObjectKey)]) {
        for (old, new) in keys { list.replace(old.raw, with: new.raw) }
    }

    /// Whether an object stands right between those at a place and before it.
    private func fits(_ object: NSManagedObject, at index: Int) -> Bool {
        (index == 0 || compare(batches.object(list[index - 1]), object) != .orderedDescending)
            && (index == list.count || compare(object, batches.object(list[index])) != .orderedDescending)
    }

    private func compare(_ a: NSManagedObject, _ b: NSManagedObject) -> ComparisonResult {
        for descriptor in descriptors {
            let result = descriptor.order(a, b)
            if result != .orderedSame { return result }
        }
        return .orderedSame
    }

    private func upperBound(of object: NSManagedObject) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if compare(object, batches.object(list[middle])) == .orderedAscending {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }

    // MARK: Another result

    /// What leads from another result to this one.
    /// - Parameters:
    ///   - other: the earlier result.
    ///   - touched: objects whose values changed.
    func changes(from other: FetchedResults, touched: [NSManagedObject]) -> FetchedChanges {
        // One of objects and one of keys have the keys in common.
        let areAlike = list.holdsObjects == other.list.holdsObjects
        let (before, after) = areAlike ? (other.list.marks, list.marks) : (other.list.keys, list.keys)
        let (known, kept) = (Set(before), Set(after))
        var order: [FetchedList.Mark: Int] = [:]
        var places: [(index: Int, section: String)] = []
        for section in other.sections.all {
            for index in section.start..<section.start + section.count where kept.contains(before[index]) {
                order[before[index]] = order.count
                places.append((index, section.name))
            }
        }
        let touchedMarks = Set(touched.map { areAlike ? list.mark(of: $0) : $0.key.raw })
        var (removed, added, changed): ([NSManagedObject], [NSManagedObject], [NSManagedObject]) = ([], [], [])
        var moved: Set<ObjectIdentifier> = []
        var paths: (old: [ObjectIdentifier: IndexPath], new: [ObjectIdentifier: IndexPath]) = ([:], [:])
        for (index, mark) in before.enumerated() where !kept.contains(mark) {
            removed.append(batches.object(other.list[index]))
            paths.old[ObjectIdentifier(removed[removed.count - 1])] = other.sections.indexPath(at: index)
        }
        let staying = Self.longestRise(after.compactMap { order[$0] })
        for section in sections.all {
            for index in section.start..<section.start + section.count {
                let mark = after[index]
                let isElsewhere =
                    order[mark].map { !staying.contains($0) || places[$0].section != section.name } ?? false
                if known.contains(mark), !isElsewhere, !touchedMarks.contains(mark) { continue }
                let object = batches.object(list[index])
                paths.new[ObjectIdentifier(object)] = sections.indexPath(at: index)
                guard known.contains(mark) else {
                    added.append(object)
                    continue
                }
                changed.append(object)
                if isElsewhere { moved.insert(ObjectIdentifier(object)) }
                paths.old[ObjectIdentifier(object)] = order[mark].map { other.sections.indexPath(at: places[$0].index) }
            }
        }
        return FetchedChanges(
            sections: (other.sections, sections), info: info, paths: paths, removed: removed, changed: changed,
            added: added,
            moved: moved)
    }

    /// As many numbers of a list as possible, each greater than those of them that stand before it: what is in it can
    /// stay where it is while the others move.
    private static func longestRise(_ numbers: [Int]) -> Set<Int> {
        // The place of the least number that ends a rise of each length, and what stands before each in its rise.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[place] = ends[low - 1] }
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var rise: Set<Int> = []
        var place = ends.last ?? -1
        while place >= 0 {
            rise.insert(numbers[place])
            place = before[place]
        }
        return rise
    }
}
