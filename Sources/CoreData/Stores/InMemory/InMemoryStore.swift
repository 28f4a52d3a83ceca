import Foundation

/// A store that lives in memory and goes with its coordinator.
///
/// It is the SQLite store on a database in memory, so it answers every request as an SQLite store does, and
/// enforces uniqueness constraints, which Apple's in-memory store does not.
final class InMemoryStore: SQLiteStore, @unchecked Sendable {
    // Guarded as its superclass is.
    override var type: String { NSInMemoryStoreType }

    override init(
        coordinator: NSPersistentStoreCoordinator, configurationName: String?, url: URL?,
        options: [AnyHashable: Any]?, index: Int
    ) throws {
        try super.init(
            coordinator: coordinator, configurationName: configurationName,
            url: url ?? URL(string: "memory://\(UUID().uuidString)"), options: options, index: index)
    }

    override class func databasePath(_ url: URL?) -> String { ":memory:" }
}
