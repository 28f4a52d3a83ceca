import Foundation

/// A store that lives in memory and goes with its coordinator.
///
/// It is the SQLite store on a database in memory, so it answers every request as an SQLite store does, and
/// enforces uniqueness constraints, which Apple's in-memory store does not.
final class InMemoryStore: SQLiteStore, @unchecked Sendable {
    // Guarded as its superclass is.
    override var type: String { NSInMemoryStoreType }

    override init(
        opening url: URL?, coordinator: NSPersistentStoreCoordinator, configurationName: String?,
        options: [AnyHashable: Any]?, index: Int
    ) throws {
        try super.init(
            opening: url ?? URL(string: "memory://\(UUID().uuidString)"), coordinator: coordinator,
            configurationName: configurationName, options: options, index: index)
    }

    override class func databasePath(_ url: URL?) -> String { ":memory:" }
}
