import CoreData
import Foundation

/// What a context tells the world, in order.
final class Notices: @unchecked Sendable {
    // Filled on the context's queue, by the test that waits for it.
    private(set) var all: [(word: String, info: [AnyHashable: Any])] = []
    private var tokens: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext) {
        for (name, word) in [
            (Notification.Name.NSManagedObjectContextWillSave, "will"),
            (.NSManagedObjectContextObjectsDidChange, "changed"), (.NSManagedObjectContextDidSave, "did"),
            (.NSManagedObjectContextDidSaveObjectIDs, "did IDs"),
            (.NSManagedObjectContextDidMergeChangesObjectIDs, "merged IDs"),
        ] {
            tokens.append(
                NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                    [unowned self] note in all.append((word, note.userInfo ?? [:]))
                })
        }
    }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver) }

    /// The words so far; afterwards there are none.
    func words() -> [String] { taken().map(\.word) }

    /// The words so far, each with how many objects of which kind it told of; afterwards there are none.
    func counts() -> [String] {
        taken().filter { !$0.word.hasSuffix("IDs") }.map { word, info in
            let kinds = [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey, NSRefreshedObjectsKey]
            return ([word] + kinds.compactMap { key in (info[key] as? NSSet).map { "\($0.count) \(key)" } })
                .joined(separator: " ")
        }
    }

    func taken() -> [(word: String, info: [AnyHashable: Any])] {
        defer { all = [] }
        return all
    }

    /// The objects under a key of the last notification of a kind.
    func objects(_ word: String, _ key: String) -> Set<NSManagedObject> {
        all.last { $0.word == word }?.info[key] as? Set<NSManagedObject> ?? []
    }

    /// The IDs under a key of the last notification of a kind.
    func ids(_ word: String, _ key: NSManagedObjectContext.NotificationKey) -> Set<NSManagedObjectID> {
        all.last { $0.word == word }?.info[key.rawValue] as? Set<NSManagedObjectID> ?? []
    }
}
