import Foundation

/// The type of a store in an SQLite file.
public let NSSQLiteStoreType = "SQLite"
/// The type of a store in memory.
public let NSInMemoryStoreType = "InMemory"
/// The type of an atomic binary store. Not registered here.
public let NSBinaryStoreType = "Binary"

/// A key of a store's metadata: its type.
public let NSStoreTypeKey = "NSStoreType"
/// A key of a store's metadata: its UUID.
public let NSStoreUUIDKey = "NSStoreUUID"

/// Brings a store that was written with an earlier version of the model to this one as it is opened: a true number.
/// The earlier version has to be compiled into the program.
public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"

/// With ``NSMigratePersistentStoresAutomaticallyOption``: what has to be done is inferred from the two versions.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"

/// Option: open the store for reading only.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// Option: the time in seconds to wait for a locked store; a number.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// Option: pragmas for an SQLite store, as a dictionary, such as `["synchronous": "FULL"]`.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// Option: rebuild the file after opening.
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
/// Option: run SQLite's ANALYZE after opening.
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
/// Option: open a store whatever model it was written with.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"
/// Option: keep a history of all changes.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// Option: post `NSPersistentStoreRemoteChange` after changes of any process.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"

/// One of the stores of a coordinator.
open class NSPersistentStore: NSObject, @unchecked Sendable {
    // What is mutable is guarded by `lock` here and by a lock of its own in each kind of store.
    private let lock = NSLock()
    private var lockedMetadata: [String: Any] = [:]
    private var hasUnwrittenMetadata = false
    private var lockedURL: URL?

    /// The coordinator that opened the store.
    public final private(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    /// The name of the model's configuration whose entities the store holds.
    public final let configurationName: String
    /// Whether the store is of no configuration, and holds the whole model.
    final let holdsAllEntities: Bool
    /// The options the store was opened with.
    public final let options: [AnyHashable: Any]?
    /// The store's place among the stores of its coordinator; part of every key.
    final let index: Int
    /// The configuration's name as a model knows it; nil for all entities.
    final var modelConfiguration: String? { holdsAllEntities ? nil : configurationName }
    /// Whether the store may be read only.
    public final let isReadOnly: Bool

    init(
        coordinator: NSPersistentStoreCoordinator, configurationName: String?, url: URL?,
        options: [AnyHashable: Any]?, index: Int
    ) {
        persistentStoreCoordinator = coordinator
        self.configurationName = configurationName ?? "PF_DEFAULT_CONFIGURATION_NAME"
        holdsAllEntities = self.configurationName == "PF_DEFAULT_CONFIGURATION_NAME"
        self.options = options
        self.index = index
        lockedURL = url
        isReadOnly = options.truth(NSReadOnlyPersistentStoreOption) ?? false
    }

    /// The kind of store.
    open var type: String { "" }

    /// Where the store is.
    public final var url: URL? {
        get { lock.withLock { lockedURL } }
        set { lock.withLock { lockedURL = newValue } }
    }

    /// The store's UUID.
    public final var identifier: String {
        lock.withLock { lockedMetadata[NSStoreUUIDKey] as? String ?? "" }
    }

    /// What is known of the store: its type, its UUID, the version hashes of its entities, and what the program
    /// adds. It is written with the next save.
    public final var metadata: [String: Any] {
        get { lock.withLock { lockedMetadata } }
        set {
            lock.withLock {
                lockedMetadata = newValue
                hasUnwrittenMetadata = true
            }
        }
    }

    /// Whether the metadata differ from what was last written. Who asks is to write them.
    final func takeUnwrittenMetadata() -> Bool {
        lock.withLock {
            defer { hasUnwrittenMetadata = false }
            return hasUnwrittenMetadata
        }
    }

    /// Notes that what was taken could not be written.
    final func metadataStayUnwritten() { lock.withLock { hasUnwrittenMetadata = true } }
}

extension Optional where Wrapped == [AnyHashable: Any] {
    /// An option that is true or false, however it is given.
    func truth(_ key: String) -> Bool? {
        switch self?[key] {
        case let value as Bool: value
        case let value as NSNumber: value.boolValue
        case let value as NSString: value.boolValue
        case let value as String: (value as NSString).boolValue
        case is NSDictionary, is [AnyHashable: Any]: true
        default: nil
        }
    }
}

/// A store that reads and writes rows. All methods may be called from any queue.
protocol RowStore: NSPersistentStore {
    /// Finds out whether the store could answer a fetch, without reading anything.
    /// - Throws: an error when the fetch does not fit the model or cannot be said in the store's language.
    func check(_ plan: FetchPlan) throws
    /// Reads the rows of a fetch, in order.
    func rows(_ plan: FetchPlan) throws -> [RowRun]
    /// Reads the keys of the rows of a fetch, in order.
    func keys(_ plan: FetchPlan) throws -> ContiguousArray<UInt64>
    func count(_ plan: FetchPlan) throws -> Int
    func dictionaries(_ plan: DictionaryPlan) throws -> [NSDictionary]
    /// Reads the row with a key, and puts it in a chunk that `chunk` gives for its entity; nil when it is gone.
    func row(
        for key: ObjectKey, layout: EntityLayout, into chunk: (EntityLayout) -> RowChunk
    ) throws -> (chunk: RowChunk, row: UnsafeMutableRawPointer)?
    /// Reads single rows by key, in no particular order; those that are gone are left out.
    func rows(for keys: [ObjectKey], layout: EntityLayout) throws -> [RowRun]
    /// Reads the rows at the other end of a to-many relationship.
    func relatedRows(of keys: [ObjectKey], layout: EntityLayout, slot: Int) throws -> RelatedRows
    /// Takes `count` primary keys that follow one another.
    /// - Returns: the first.
    func takeKeys(for layout: EntityLayout, count: Int) throws -> Int64
    /// Writes a save in one transaction.
    /// - Throws: `SaveConflicts` when rows are not as the context read them; an error of the store. Nothing has
    ///   been written then.
    func save(_ request: SaveRequest) throws
    func close()
}
