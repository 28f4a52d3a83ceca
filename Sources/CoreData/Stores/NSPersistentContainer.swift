import Foundation

/// A model, a coordinator and a context, put together.
///
/// ```swift
/// let container = NSPersistentContainer(name: "Garden")
/// container.loadPersistentStores { _, error in
///     if let error { fatalError("The garden cannot be opened: \(error)") }
/// }
/// ```
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    // `persistentStoreDescriptions` is set up before the stores are loaded; the rest is constant.

    /// The name of the container and of its model.
    public final let name: String
    /// The context for the main queue.
    public final let viewContext: NSManagedObjectContext
    /// The coordinator.
    public final let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The stores to load. At first one SQLite store, named like the container, in the default directory.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription]

    /// Makes a container with the model of that name that was compiled into the program.
    ///
    /// There being none is a programming error.
    public convenience init(name: String) {
        guard let model = ManagedModelRegistry.model(named: name) else {
            preconditionFailure(
                "No model “\(name)” was compiled into the program. Apply the plugin GenerateManagedObjects to a "
                    + "target with \(name).xcdatamodeld, or use init(name:managedObjectModel:).")
        }
        self.init(name: name, managedObjectModel: model)
    }

    /// Makes a container with a model.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
        let url = Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
        persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    }

    /// The model.
    public final var managedObjectModel: NSManagedObjectModel { persistentStoreCoordinator.managedObjectModel }

    /// The directory for the program's stores: of its name, in the user's data directory, which is `$XDG_DATA_HOME` or
    /// `~/.local/share`. It is made when a store is made in it.
    open class func defaultDirectoryURL() -> URL {
        let environment = ProcessInfo.processInfo.environment
        let program = ProcessInfo.processInfo.processName
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
            return URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(program, isDirectory: true)
        }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        return URL(fileURLWithPath: home, isDirectory: true)
            .appendingPathComponent(".local/share/\(program)", isDirectory: true)
    }

    /// Opens the stores, and makes those that are not there yet.
    ///
    /// - Parameter block: called once for each store, with the error if it could not be opened.
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            if let url = description.url, description.type == NSSQLiteStoreType,
                persistentStoreCoordinator.persistentStore(for: url) != nil
            {
                continue
            }
            makeDefaultDirectory(for: description)
            persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
        }
    }

    /// A folder that somebody else named is theirs to make.
    private func makeDefaultDirectory(for description: NSPersistentStoreDescription) {
        let folder = Self.defaultDirectoryURL()
        guard description.type == NSSQLiteStoreType, !description.isReadOnly,
            description.url?.deletingLastPathComponent().path == folder.path
        else { return }
        // What goes wrong is told when the store cannot be made in it.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A new context on a queue of its own.
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }

    /// Runs `block` with a context of its own, on that context's queue, some time later.
    open func performBackgroundTask(_ block: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs `block` with a context of its own, on that context's queue.
    ///
    /// - Returns: what the block returns.
    /// - Throws: what the block throws.
    open func performBackgroundTask<T, Failure: Error>(
        _ block: @escaping (NSManagedObjectContext) throws(Failure) -> T
    ) async throws(Failure) -> T {
        let context = newBackgroundContext()
        return try await context.perform { () throws(Failure) -> T in try block(context) }
    }
}
