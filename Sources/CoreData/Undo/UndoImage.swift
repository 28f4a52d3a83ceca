/// An object as it was when the present event began, as far as it was changed since.
final class UndoImage {
    let object: NSManagedObject
    /// The row before the first change; nil while only relationships to many were changed.
    private(set) var row: UnsafeMutableRawPointer?
    private(set) var chunk: RowChunk?
    /// What was changed in to-many relationships, by slot.
    private(set) var toMany: [Int: ToManyImage] = [:]

    init(_ object: NSManagedObject) { self.object = object }

    /// Keeps the object's row, which stays as it is from now on.
    func keepRow() {
        guard row == nil else { return }
        row = object.row
        chunk = object.chunk
    }

    /// Notes that an object is about to be added to or removed from a relationship.
    func note(_ member: NSManagedObject, slot: Int, isAdded: Bool) {
        let value = object.loadedToMany(at: slot)
        guard value.contains(member) != isAdded else { return }
        var image = toMany[slot] ?? ToManyImage(value, isOrdered: object.layout.slots[slot].kind == .orderedToMany)
        image.note(member, isAdded: isAdded)
        toMany[slot] = image
    }

    /// Notes that the order of a relationship is about to change.
    func noteOrder(slot: Int) {
        if toMany[slot] == nil { toMany[slot] = ToManyImage(object.loadedToMany(at: slot), isOrdered: true) }
    }
}

/// What was changed in a to-many relationship in the present event.
struct ToManyImage {
    private(set) var added = ObjectList()
    private(set) var removed = ObjectList()
    /// The members in their order before the first change, if they have one.
    let order: ContiguousArray<NSManagedObject>?
    let wasReordered: Bool

    init(_ value: ToManyValue, isOrdered: Bool) {
        order = isOrdered ? value.members.objects : nil
        wasReordered = value.isReordered
    }

    mutating func note(_ member: NSManagedObject, isAdded: Bool) {
        if isAdded {
            if !removed.remove(member) { added.append(member) }
        } else {
            if !added.remove(member) { removed.append(member) }
        }
    }

    /// Whether anything is left of the changes of a relationship.
    func differs(from value: ToManyValue) -> Bool {
        if !added.isEmpty || !removed.isEmpty || value.isReordered != wasReordered { return true }
        guard let order else { return false }
        return !order.elementsEqual(value.members.objects, by: ===)
    }
}
