import Foundation

/// A mutable ordered set whose contents are an ordered to-many relationship of an object.
///
/// Some of what Foundation's class reads with cannot be overridden and looks at the class's own storage. That is
/// brought up to date whenever the set is asked or changed.
final class OrderedRelationshipSet: NSMutableOrderedSet {
    private let owner: NSManagedObject
    private let slot: Int
    /// How many changes are under way: one may be made of others.
    private var depth = 0

    init(of owner: NSManagedObject, slot: Int) {
        self.owner = owner
        self.slot = slot
        super.init(capacity: 0)
        takeOver()
    }

    required convenience init(arrayLiteral elements: Any...) {
        preconditionFailure("A relationship's ordered set is made by mutableOrderedSetValue(forKey:).")
    }

    /// Managed objects cannot be archived, so no archive holds such a set.
    required convenience init?(coder: NSCoder) { return nil }

    /// Makes the storage what the relationship is.
    private func takeOver() {
        guard depth == 0 else { return }
        depth += 1
        defer { depth -= 1 }
        let members = owner.loadedMembers(at: slot)
        if stored == members { return }
        super.removeAllObjects()
        super.addObjects(from: Array(members))
    }

    private var stored: ContiguousArray<NSManagedObject> {
        ContiguousArray(compactMap { $0 as? NSManagedObject })
    }

    /// Makes a change in the storage, and then in the relationship.
    private func edit(_ change: () -> Void) {
        takeOver()
        depth += 1
        change()
        depth -= 1
        if depth == 0 { owner.setOrderedObjects(NSOrderedSet(array: Array(stored)), at: slot) }
    }

    // MARK: Reading

    override var count: Int {
        takeOver()
        return super.count
    }

    override func object(at index: Int) -> Any {
        takeOver()
        return super.object(at: index)
    }

    override func index(of object: Any) -> Int {
        takeOver()
        return super.index(of: object)
    }

    override func contains(_ object: Any) -> Bool {
        takeOver()
        return super.contains(object)
    }

    // MARK: Changing

    override func insert(_ object: Any, at index: Int) { edit { super.insert(object, at: index) } }
    override func insert(_ objects: [Any], at indexes: IndexSet) { edit { super.insert(objects, at: indexes) } }
    override func removeObject(at index: Int) { edit { super.removeObject(at: index) } }
    override func removeObjects(at indexes: IndexSet) { edit { super.removeObjects(at: indexes) } }
    override func removeObjects(in range: NSRange) { edit { super.removeObjects(in: range) } }
    override func removeObjects(in array: [Any]) { edit { super.removeObjects(in: array) } }
    override func removeAllObjects() { edit { super.removeAllObjects() } }
    override func remove(_ object: Any) { edit { super.remove(object) } }
    override func replaceObject(at index: Int, with object: Any) {
        edit { super.replaceObject(at: index, with: object) }
    }
    override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
        edit { super.replaceObjects(at: indexes, with: objects) }
    }
    override func add(_ object: Any) { edit { super.add(object) } }
    override func addObjects(from array: [Any]) { edit { super.addObjects(from: array) } }
    override func exchangeObject(at index: Int, withObjectAt other: Int) {
        edit { super.exchangeObject(at: index, withObjectAt: other) }
    }
    override func moveObjects(at indexes: IndexSet, to index: Int) {
        edit { super.moveObjects(at: indexes, to: index) }
    }
    override func minus(_ other: NSOrderedSet) { edit { super.minus(other) } }
    override func union(_ other: NSOrderedSet) { edit { super.union(other) } }
    override func intersect(_ other: NSOrderedSet) { edit { super.intersectSet(other.set) } }
    override func minusSet(_ other: Set<AnyHashable>) { edit { super.minusSet(other) } }
    override func unionSet(_ other: Set<AnyHashable>) { edit { super.unionSet(other) } }
    override func intersectSet(_ other: Set<AnyHashable>) { edit { super.intersectSet(other) } }
    override func sort(using descriptors: [NSSortDescriptor]) { edit { super.sort(using: descriptors) } }
    override func sortRange(
        _ range: NSRange, options: NSSortOptions = [], usingComparator compare: (Any, Any) -> ComparisonResult
    ) {
        edit { super.sortRange(range, options: options, usingComparator: compare) }
    }
}
