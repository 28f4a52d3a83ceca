/// Managed objects by identity: a few in an array, many with an index beside it.
struct ObjectList {
    private(set) var objects: ContiguousArray<NSManagedObject> = []
    /// Where each object stands; made when a long list is first searched.
    private var positions: [ObjectIdentifier: Int]?
    private static let longestUnindexed = 64

    init() {}

    init(_ objects: ContiguousArray<NSManagedObject>) { self.objects = objects }

    var isEmpty: Bool { objects.isEmpty }
    var count: Int { objects.count }

    mutating func contains(_ object: NSManagedObject) -> Bool { position(of: object) != nil }

    /// Appends an object that is known not to be in the list.
    mutating func append(_ object: NSManagedObject) {
        positions?[ObjectIdentifier(object)] = objects.count
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
            positions = nil
        } else {
            let last = objects.removeLast()
            objects[index] = last
            positions?[ObjectIdentifier(last)] = index
            positions?[ObjectIdentifier(object)] = nil
        }
        return true
    }

    private mutating func position(of object: NSManagedObject) -> Int? {
        if objects.count <= Self.longestUnindexed { return objects.firstIndex { $0 === object } }
        if positions == nil {
            var made: [ObjectIdentifier: Int] = [:]
            made.reserveCapacity(objects.count)
            for (index, member) in objects.enumerated() { made[ObjectIdentifier(member)] = index }
            positions = made
        }
        return positions?[ObjectIdentifier(object)]
    }
}
