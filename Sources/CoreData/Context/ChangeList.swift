/// Objects with unsaved changes of one kind. Each knows its place, so that it leaves in constant time.
struct ChangeList {
    private(set) var objects: ContiguousArray<NSManagedObject> = []

    var isEmpty: Bool { objects.isEmpty }
    var count: Int { objects.count }

    func contains(_ object: NSManagedObject) -> Bool {
        let index = Int(object.changeIndex)
        return objects.indices.contains(index) && objects[index] === object
    }

    mutating func append(_ object: NSManagedObject) {
        object.changeIndex = Int32(objects.count)
        objects.append(object)
    }

    mutating func remove(_ object: NSManagedObject) {
        let index = Int(object.changeIndex)
        guard contains(object) else { return }
        let last = objects.removeLast()
        if last !== object {
            objects[index] = last
            last.changeIndex = Int32(index)
        }
        object.changeIndex = -1
    }

    /// Empties the list.
    /// - Returns: what stood in it.
    mutating func take() -> ContiguousArray<NSManagedObject> {
        let all = objects
        objects = []
        for object in all { object.changeIndex = -1 }
        return all
    }
}
