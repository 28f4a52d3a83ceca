import Foundation

/// The result of a fetch, kept in order while objects come, go and change. A value, so that what was and what is
/// can be compared.
struct FetchedResults {
    private(set) var objects: ContiguousArray<NSManagedObject> = []
    private(set) var sections: [FetchedSection] = []
    private var members: Set<ObjectIdentifier> = []
    private let descriptors: [NSSortDescriptor]
    private let sectionKeyPath: String?

    init(_ objects: [NSManagedObject], descriptors: [NSSortDescriptor], sectionKeyPath: String?) throws {
        self.descriptors = descriptors
        self.sectionKeyPath = sectionKeyPath
        self.objects = ContiguousArray(objects)
        members = Set(objects.map(ObjectIdentifier.init))
        try makeSections()
    }

    func contains(_ object: NSManagedObject) -> Bool { members.contains(ObjectIdentifier(object)) }

    // MARK: Sections

    func sectionName(of object: NSManagedObject) -> String {
        guard let sectionKeyPath else { return "" }
        switch object.value(forKeyPath: sectionKeyPath) {
        case nil: return ""
        case let text as String: return text
        case let value?: return "\(value)"
        }
    }

    /// Divides the objects into runs of the same section name.
    /// - Throws: an error when a name comes again after another: the order does not go by sections.
    private mutating func makeSections() throws {
        guard sectionKeyPath != nil else {
            sections = [FetchedSection(name: "", start: 0, count: objects.count, in: objects)]
            return
        }
        sections = []
        var seen: Set<String> = []
        var start = 0
        var current: String?
        for (index, object) in objects.enumerated() {
            let name = sectionName(of: object)
            if name == current { continue }
            if let current { close(current, start, index) }
            guard seen.insert(name).inserted else {
                throw CocoaErrorText.error(
                    NSCoreDataError,
                    "The objects of the section “\(name)” do not stand together. Make the first sort descriptor "
                        + "one that orders by section.")
            }
            (current, start) = (name, index)
        }
        if let current { close(current, start, objects.count) }
    }

    private mutating func close(_ name: String, _ start: Int, _ end: Int) {
        sections.append(FetchedSection(name: name, start: start, count: end - start, in: objects))
    }

    /// The section and row of a place in the whole result.
    func indexPath(at index: Int) -> IndexPath {
        var (low, high) = (0, sections.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if sections[middle].start <= index { low = middle } else { high = middle - 1 }
        }
        return IndexPath(row: index - sections[low].start, section: low)
    }

    func index(of object: NSManagedObject) -> Int? {
        contains(object) ? objects.firstIndex { $0 === object } : nil
    }

    // MARK: Changing

    /// Takes objects out, lets changed ones find their place, and puts new ones in theirs.
    ///
    /// Costs one pass over the result, and a search for each object that is new or has moved.
    /// - Parameters:
    ///   - removed: objects of the result that do not belong to it any more.
    ///   - changed: objects of the result whose values changed.
    ///   - added: objects that are new to the result.
    /// - Returns: those of `changed` that could not stay where they were.
    mutating func apply(
        removed: Set<ObjectIdentifier>, changed: [NSManagedObject], added: [NSManagedObject]
    ) throws -> Set<ObjectIdentifier> {
        let changedSet = Set(changed.map(ObjectIdentifier.init))
        var kept: ContiguousArray<NSManagedObject> = []
        kept.reserveCapacity(objects.count)
        // What goes into each gap between the objects that are kept, in the order it stood there.
        var gaps: [Int: [NSManagedObject]] = [:]
        var toPlace = added
        var moved: Set<ObjectIdentifier> = []
        var inPlace: [(gap: Int, object: NSManagedObject)] = []
        for object in objects {
            let identity = ObjectIdentifier(object)
            if removed.contains(identity) { continue }
            if changedSet.contains(identity) {
                inPlace.append((kept.count, object))
            } else {
                kept.append(object)
            }
        }
        for (gap, object) in inPlace {
            let fitsBelow = gap == 0 || compare(kept[gap - 1], object) != .orderedDescending
            let fitsAbove = gap == kept.count || compare(object, kept[gap]) != .orderedDescending
            let fitsBeside = gaps[gap]?.last.map { compare($0, object) != .orderedDescending } ?? true
            if fitsBelow && fitsAbove && fitsBeside {
                gaps[gap, default: []].append(object)
            } else {
                moved.insert(ObjectIdentifier(object))
                toPlace.append(object)
            }
        }
        for object in toPlace {
            let gap = upperBound(of: object, in: kept)
            var list = gaps[gap] ?? []
            let place = list.firstIndex { compare($0, object) == .orderedDescending } ?? list.count
            list.insert(object, at: place)
            gaps[gap] = list
        }
        objects = merged(kept, gaps)
        for identity in removed { members.remove(identity) }
        for object in added { members.insert(ObjectIdentifier(object)) }
        try makeSections()
        return moved
    }

    private func merged(
        _ kept: ContiguousArray<NSManagedObject>, _ gaps: [Int: [NSManagedObject]]
    ) -> ContiguousArray<NSManagedObject> {
        if gaps.isEmpty { return kept }
        var result: ContiguousArray<NSManagedObject> = []
        result.reserveCapacity(kept.count + gaps.count)
        var start = 0
        for gap in gaps.keys.sorted() {
            result.append(contentsOf: kept[start..<gap])
            result.append(contentsOf: gaps[gap] ?? [])
            start = gap
        }
        result.append(contentsOf: kept[start...])
        return result
    }

    private func compare(_ a: NSManagedObject, _ b: NSManagedObject) -> ComparisonResult {
        for descriptor in descriptors {
            let result = descriptor.order(a, b)
            if result != .orderedSame { return result }
        }
        return .orderedSame
    }

    private func upperBound(of object: NSManagedObject, in list: ContiguousArray<NSManagedObject>) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if compare(object, list[middle]) == .orderedAscending { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
