/// Managed objects by identity: a few in an array, many with an index beside it.
struct ObjectList {
    private(set) var objects: ContiguousArray<NSManagedObject> = []
    /// Where each object stands, made when a long list is first searched: at its number less `shift`, or behind that,
    /// but not behind its number.
    private var positions: [ObjectIdentifier: Int]?
    /// How many objects were taken out from between the others since then.
    private var shift = 0
    private static let longestUnindexed = 64
    /// When more were taken out, the places are noted anew.
    private static let mostShift = 1024

    init() {}

    init(_ objects: ContiguousArray<NSManagedObject>) { self.objects = objects }

    var isEmpty: Bool { objects.isEmpty }
    var count: Int { objects.count }

    mutating func contains(_ object: NSManagedObject) -> Bool { position(of: object) != nil }

    /// Appends an object that is known not to be in the list.
    mutating func append(_ object: NSManagedObject) {
        positions?[ObjectIdentifier(object)] = objects.count + shift
        objects.append(object)
    }

    /// Appends an object unless it is there already.
    /// - Returns: whether it was appended.
    @discardableResult
    mutating func insert(_ object: NSManagedObject) -> Bool {
        if contains(object) { return false }
        append(object)
        return true
    }

    /// Removes an object; unless `keepingOrder`, the last one takes its place.
    /// - Returns: whether it was there.
    @discardableResult
    mutating func remove(_ object: NSManagedObject, keepingOrder: Bool = false) -> Bool {
        guard let index = position(of: object) else { return false }
        if index == objects.count - 1 {
            objects.removeLast()
            positions?[ObjectIdentifier(object)] = nil
        } else if keepingOrder {
            objects.remove(at: index)
            positions?[ObjectIdentifier(object)] = nil
            shift += 1
        } else {
            let last = objects.removeLast()
            objects[index] = last
            positions?[ObjectIdentifier(last)] = index + shift
            positions?[ObjectIdentifier(object)] = nil
        }
        return true
    }

    private mutating func position(of object: NSManagedObject) -> Int? {
        if objects.count <= Self.longestUnindexed {
            positions = nil
            return objects.firstIndex { $0 === object }
        }
        if positions == nil || shift > Self.mostShift { notePositions() }
        guard let number = positions?[ObjectIdentifier(object)] else { return nil }
        // Those that went were mostly all before it or all behind it.
        let (first, last) = (max(number - shift, 0), min(number, objects.count - 1))
        if objects[first] === object { return first }
        if objects[last] === object { return last }
        return objects[first...last].firstIndex { $0 === object }
    }

    private mutating func notePositions() {
        var made: [ObjectIdentifier: Int] = [:]
        made.reserveCapacity(objects.count)
        for (index, member) in objects.enumerated() { made[ObjectIdentifier(member)] = index }
        (positions, shift) = (made, 0)
    }
}
