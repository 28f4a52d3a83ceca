import Foundation
import Synchronization

/// A set of managed objects made from a list without hashing anything.
///
/// Foundation does not turn a subclass of `NSSet` into a Swift `Set`, so this stands only where nobody is known to
/// look: see `NotificationInterest`.
final class ManagedObjectSet: NSSet {
    private let list: ContiguousArray<NSManagedObject>
    private let index = Mutex<Set<ObjectIdentifier>?>(nil)

    init(_ list: ContiguousArray<NSManagedObject>) {
        self.list = list
        super.init(objects: nil, count: 0)
    }

    /// Managed objects cannot be archived, so no archive holds such a set.
    required convenience init?(coder: NSCoder) { return nil }

    override var count: Int { list.count }

    override func member(_ object: Any) -> Any? {
        guard let object = object as? NSManagedObject else { return nil }
        if list.count <= 8 { return list.contains { $0 === object } ? object : nil }
        let isMember = index.withLock { known in
            let index = known ?? Set(list.map(ObjectIdentifier.init))
            known = index
            return index.contains(ObjectIdentifier(object))
        }
        return isMember ? object : nil
    }

    override func objectEnumerator() -> NSEnumerator { Enumerator(list) }

    override var allObjects: [Any] { Array(list) }

    override func description(withLocale locale: Locale?) -> String {
        "{(\n" + list.map { "    \($0.description)" }.joined(separator: ",\n") + "\n)}"
    }

    private final class Enumerator: NSEnumerator {
        private let list: ContiguousArray<NSManagedObject>
        private var next = 0

        init(_ list: ContiguousArray<NSManagedObject>) { self.list = list }

        override func nextObject() -> Any? {
            guard next < list.count else { return nil }
            next += 1
            return list[next - 1]
        }
    }
}
