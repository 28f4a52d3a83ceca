import Foundation

/// The objects of one to-many relationship of one object.
///
/// Until the relationship is first read only what was added and removed since the last save is known; reading
/// it loads the members from the store and lays those over them. A save writes from the differences alone.
final class ToManyValue {
    /// Whether `members` is the whole relationship.
    @exclusivity(unchecked) private(set) var isLoaded: Bool
    @exclusivity(unchecked) private(set) var members = ObjectList()
    /// Added since the last save.
    @exclusivity(unchecked) private(set) var added = ObjectList()
    /// Removed since the last save.
    @exclusivity(unchecked) private(set) var removed = ObjectList()
    /// Whether the order of an ordered relationship was changed since the last save.
    private(set) var isReordered = false
    private let isOrdered: Bool
    /// The members as clients get them, until they change.
    @exclusivity(unchecked) private var snapshot: NSSet?

    init(isLoaded: Bool, isOrdered: Bool) {
        self.isLoaded = isLoaded
        self.isOrdered = isOrdered
    }

    var isChanged: Bool { !added.isEmpty || !removed.isEmpty || isReordered }

    /// Forgets the members, so that the next reading asks the store; what is not saved stays.
    func unload() {
        guard isLoaded else { return }
        snapshot = nil
        members = ObjectList()
        isLoaded = false
    }

    /// The members as a set. Foundation turns a plain `NSSet` into a Swift `Set`, of a subclass it makes an empty one.
    func set() -> NSSet {
        if let snapshot { return snapshot }
        let made = members.objects.withUnsafeBufferPointer { objects in
            // References to objects of one class are references to objects of any class above it.
            objects.withMemoryRebound(to: AnyObject.self) { NSSet(objects: $0.baseAddress, count: $0.count) }
        }
        snapshot = made
        return made
    }

    /// Lays the changes over what the store holds.
    func load(_ stored: ContiguousArray<NSManagedObject>) {
        snapshot = nil
        members = ObjectList(stored)
        isLoaded = true
        // What was added or removed unseen may have been a member all along, or never one: then that was no change.
        for object in removed.objects where !members.remove(object, keepingOrder: isOrdered) { removed.remove(object) }
        for object in added.objects where !members.insert(object) { added.remove(object, keepingOrder: isOrdered) }
    }

    /// Adds an object that is known not to be a member: one that had no inverse.
    func appendNew(_ object: NSManagedObject) {
        snapshot = nil
        if isLoaded { members.append(object) }
        if removed.isEmpty {
            added.append(object)
        } else {
            noteAdded(object)
        }
    }

    func add(_ object: NSManagedObject) {
        snapshot = nil
        if isLoaded && !members.insert(object) { return }
        noteAdded(object)
    }

    func remove(_ object: NSManagedObject) {
        snapshot = nil
        if isLoaded && !members.remove(object, keepingOrder: isOrdered) { return }
        if added.remove(object) && isLoaded { return }
        removed.insert(object)
    }

    private func noteAdded(_ object: NSManagedObject) {
        // Unseen, what was removed may never have been a member.
        if !removed.isEmpty, removed.remove(object), isLoaded { return }
        added.insert(object)
    }

    /// Whether an object is a member, once the members are loaded.
    func contains(_ object: NSManagedObject) -> Bool { members.contains(object) }

    /// Gives an ordered relationship its members in a new order.
    ///
    /// - Parameter isChange: whether the store has another order.
    func reorder(_ order: ContiguousArray<NSManagedObject>, isChange: Bool = true) {
        snapshot = nil
        members = ObjectList(order)
        isReordered = isChange
    }

    /// Makes the present state the saved one.
    func didSave() {
        added = ObjectList()
        removed = ObjectList()
        isReordered = false
    }
}
