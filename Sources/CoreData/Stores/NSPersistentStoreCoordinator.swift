import Foundation
import Synchronization

/// What stands between contexts and stores: it knows the model and opens the stores.
///
/// A coordinator may be used from any queue.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    // What is mutable is in `state`, under its lock.

    /// The model; it cannot be changed any more.
    public final let managedObjectModel: NSManagedObjectModel
    final let modelLayout: ModelLayout
    /// A name to tell coordinators apart.
    public final var name: String? {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }
    let state = Mutex(State())
    /// Held while a block of ``perform(_:)`` or ``performAndWait(_:)`` runs.
    final let performing = NSRecursiveLock()
    /// Where blocks of ``perform(_:)`` wait for their turn.
    final let queue = DispatchQueue(label: "NSPersistentStoreCoordinator")
    /// Held while news of saves is handed to contexts.
    let handed = Mutex(HandedRows())

    struct State: @unchecked Sendable {
        // Stores are Sendable; contexts are only kept here, and used through their own queues.
        var name: String?
        /// By index; a store that was removed leaves its place empty.
        var stores: [(any RowStore)?] = []
        var mergingContexts: [ObjectIdentifier: WeakContext] = [:]
        var lastHistoryToken: NSPersistentHistoryToken?
    }

    struct WeakContext {
        weak var context: NSManagedObjectContext?
    }

    /// Makes a coordinator. The model cannot be changed from then on.
    public init(managedObjectModel model: NSManagedObjectModel) {
        managedObjectModel = model
        modelLayout = ModelLayout.layout(of: model)
    }

    deinit { state.withLock { $0.stores }.forEach { $0?.close() } }

    // MARK: Stores

    /// The open stores.
    public final var persistentStores: [NSPersistentStore] { rowStores }

    final var rowStores: [any RowStore] { state.withLock { $0.stores.compactMap { $0 } } }

    final func store(at index: Int) -> NSPersistentStore? { rowStore(at: index) }

    final func rowStore(at index: Int) -> (any RowStore)? {
        state.withLock { index < $0.stores.count ? $0.stores[index] : nil }
    }

    /// Opens a store, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - storeType: `NSSQLiteStoreType` or `NSInMemoryStoreType`.
    ///   - configuration: the configuration of the model whose entities the store holds; nil for all.
    ///   - storeURL: the file; nil for a store in memory.
    ///   - options: see the option keys.
    /// - Returns: the store.
    /// - Throws: an error of `NSCocoaErrorDomain`: the file is no store, was written with another model
    ///   (`NSPersistentStoreIncompatibleVersionHashError`), cannot be written, and so on. The file is then as it
    ///   was.
    @discardableResult
    open func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        if let configuration, configuration != "PF_DEFAULT_CONFIGURATION_NAME",
            managedObjectModel.entities(forConfigurationName: configuration) == nil
        {
            throw CocoaErrorText.error(
                NSPersistentStoreOpenError, "The model has no configuration “\(configuration)”.")
        }
        let index = try state.withLock { state in
            // An index stands in 8 bits of every key.
            guard state.stores.count < 255 else {
                throw CocoaErrorText.error(
                    NSPersistentStoreOpenError, "A coordinator opens 255 stores at most in its life.")
            }
            state.stores.append(nil)
            return state.stores.count - 1
        }
        do {
            let store = try open(storeType, configuration, storeURL, options, index: index)
            try register(store)
            return store
        } catch {
            // The place is free again, unless another was taken meanwhile.
            state.withLock { if $0.stores.count == index + 1 { $0.stores.removeLast() } }
            throw error
        }
    }

    private func open(
        _ storeType: String, _ configuration: String?, _ storeURL: URL?, _ options: [AnyHashable: Any]?, index: Int
    ) throws -> any RowStore {
        switch storeType {
        case NSSQLiteStoreType:
            guard let storeURL, storeURL.isFileURL else {
                throw CocoaErrorText.error(
                    NSPersistentStoreOpenError, "An SQLite store needs the URL of a file.")
            }
            return try SQLiteStore(
                opening: storeURL, coordinator: self, configurationName: configuration, options: options,
                index: index)
        case NSInMemoryStoreType:
            return try InMemoryStore(
                opening: storeURL, coordinator: self, configurationName: configuration, options: options,
                index: index)
        default:
            throw CocoaErrorText.error(
                NSPersistentStoreInvalidTypeError,
                "There is no store type “\(storeType)”. Use NSSQLiteStoreType or NSInMemoryStoreType.")
        }
    }

    /// Takes a store that was opened among those of the coordinator, once.
    private func register(_ store: any RowStore) throws {
        func isKnown(_ state: State) -> Bool { state.stores.contains { $0?.identifier == store.identifier } }
        if !state.withLock({ isKnown($0) }) {
            post(.NSPersistentStoreCoordinatorStoresWillChange, added: [store])
            let isOpen = state.withLock { state in
                // Another thread may have been faster.
                if isKnown(state) { return false }
                state.stores[store.index] = store
                return true
            }
            if isOpen { return post(.NSPersistentStoreCoordinatorStoresDidChange, added: [store]) }
        }
        store.close()
        throw CocoaErrorText.error(
            NSPersistentStoreOpenError,
            "The store at \(store.url?.path ?? "memory"), or one it was copied from, is open in this coordinator already. "
                + "A store is added once.")
    }

    /// Opens the store that a description describes, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - description: the store.
    ///   - block: called with the description and the error, if there was one: on the caller's thread, or, when
    ///     the description says so, on another one.
    open func addPersistentStore(
        with description: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        func open() -> (any Error)? {
            do {
                try addPersistentStore(
                    ofType: description.type, configurationName: description.configuration, at: description.url,
                    options: description.options)
                return nil
            } catch {
                return error
            }
        }
        guard description.shouldAddStoreAsynchronously else { return block(description, open()) }
        let job = UncheckedJob { block(description, open()) }
        DispatchQueue.global().async { job.run() }
    }

    /// A block that is handed to another queue and run there once; the caller does not touch what it holds again.
    private struct UncheckedJob: @unchecked Sendable {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Closes a store. Objects of it cannot be read any more.
    /// - Throws: an error when the store is not one of this coordinator.
    open func remove(_ store: NSPersistentStore) throws {
        guard persistentStores.contains(where: { $0 === store }) else {
            throw CocoaErrorText.error(
                NSPersistentStoreOperationError, "The store is not one of this coordinator.")
        }
        post(.NSPersistentStoreCoordinatorStoresWillChange, removed: [store])
        NotificationCenter.default.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: self)
        let removed = state.withLock { state -> (any RowStore)? in
            guard let index = state.stores.firstIndex(where: { $0 === store }) else { return nil }
            defer { state.stores[index] = nil }
            return state.stores[index]
        }
        // Somebody else may have removed it meanwhile.
        guard let removed else { return }
        removed.close()
        post(.NSPersistentStoreCoordinatorStoresDidChange, removed: [store])
    }

    /// The store at a URL, if it is open.
    public final func persistentStore(for url: URL) -> NSPersistentStore? {
        rowStores.first { $0.url?.standardizedFileURL == url.standardizedFileURL }
    }

    /// Where a store is.
    public final func url(for store: NSPersistentStore) -> URL {
        store.url ?? URL(fileURLWithPath: "/dev/null")
    }

    /// The metadata of a store.
    public final func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

    /// Sets the metadata of a store. It is written with the next save.
    public final func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
        store.metadata = Self.merged(metadata, into: store.metadata)
    }

    /// The ID that a URI stands for; nil when it is of no open store or no entity of the model.
    public final func managedObjectID(forURIRepresentation uri: URL) -> NSManagedObjectID? {
        guard uri.scheme == "x-coredata", let host = uri.host else { return nil }
        let parts = uri.path.split(separator: "/")
        guard parts.count == 2, parts[1].hasPrefix("p"), let number = Int64(parts[1].dropFirst()),
            number > 0, number <= ObjectKey.maximumPrimaryKey,
            let layout = modelLayout.layout(named: String(parts[0])),
            let store = rowStores.first(where: { $0.identifier.caseInsensitiveCompare(host) == .orderedSame })
        else { return nil }
        let key = ObjectKey(store: store.index, entity: layout.ordinal, primaryKey: number)
        return NSManagedObjectID(key: key, layout: layout, store: store)
    }

    /// Says something on the standard error stream that no caller can be told.
    final func report(_ text: String) {
        FileHandle.standardError.write(Data("CoreData: \(text)\n".utf8))
    }
}
