import Foundation
import Synchronization

/// The kinds of queue a context runs on.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// A queue of the context's own.
    case privateQueueConcurrencyType = 1
    /// The main queue.
    case mainQueueConcurrencyType = 2
}

/// A place to fetch, change and save managed objects.
///
/// A context belongs to one queue. Everything but ``perform(_:)``, ``performAndWait(_:)`` and the properties that
/// are set while it is being made is to be used on that queue only. It holds objects with unsaved changes
/// strongly and the others weakly, and there is one object for a row.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    // Sendable, because the way in from other queues is `perform`; what may be called from elsewhere
    // (the registry, the notes of other contexts' saves) is guarded by its own lock.

    /// The kind of queue the context runs on.
    public final let concurrencyType: NSManagedObjectContextConcurrencyType
    final let queue: DispatchQueue
    private static let queueKey = DispatchSpecificKey<ObjectIdentifier>()

    private(set) final var registry: ObjectRegistry!
    @exclusivity(unchecked) final var inserted = ChangeList()
    @exclusivity(unchecked) final var updated = ChangeList()
    final var deleted = ChangeList()
    /// Objects changed since changes were last processed.
    @exclusivity(unchecked) final var unprocessed: ContiguousArray<NSManagedObject> = []
    /// The chunks that new and changed rows go to, by the entity's ordinal.
    @exclusivity(unchecked) final var workingChunks: [RowChunk?] = []
    /// The chunks that rows read one by one in the present block go to, by the entity's ordinal.
    @exclusivity(unchecked) final var readChunks: [RowChunk?] = []
    /// The one of them that was last used.
    @exclusivity(unchecked) final var readChunk: RowChunk?
    /// What the present block reads its stores through.
    @exclusivity(unchecked) final var readSessions: [ReadSession] = []
    /// Keys of objects that were never saved count down from −1.
    @exclusivity(unchecked) final var temporaryKeyCount: Int64 = 0
    /// How many temporary keys there were when the context was last without insertions.
    final var temporaryKeyBase: Int64 = 0
    /// Deleted objects whose deletion has not been handed on yet.
    final var pendingDeletions: ContiguousArray<NSManagedObject> = []
    @exclusivity(unchecked) final var performDepth = 0
    final var isProcessingScheduled = false
    /// Objects that have to stay alive until the outermost block ends.
    final var keptUntilBlockEnds: [ContiguousArray<NSManagedObject>] = []
    @exclusivity(unchecked) final var keepsAll = false
    final var retained: [ObjectIdentifier: NSManagedObject] = [:]
    final var entityByClass: (type: ObjectIdentifier, entity: NSEntityDescription)?
    /// Who wants to know of changes to the result of a fetch.
    final var observers: [ObjectIdentifier: WeakContextObserver] = [:]
    final var assignedStores: [UInt64: NSPersistentStore] = [:]
    final var isSaving = false
    /// Notes what objects were before they changed; there is one while there is an undo manager.
    final var undoRecorder: UndoRecorder?

    final private(set) var coordinator: NSPersistentStoreCoordinator?
    /// The layout of the coordinator's model. It lives as long as the program: see `ModelLayout`.
    @exclusivity(unchecked) private(set) final unowned(unsafe) var modelLayout: ModelLayout?

    /// A name to tell contexts apart; it is kept in the history of what the context saves.
    open var name: String?
    /// Who saves, as the history of the store will say.
    open var transactionAuthor: String?
    /// Anything the program wants to keep with the context.
    open var userInfo: NSMutableDictionary = NSMutableDictionary()
    /// What happens when a save meets changes that somebody else saved. The default is to fail.
    open var mergePolicy: Any = NSMergePolicy.error
    /// Whether an object whose row is gone reads as empty and deleted. True at first.
    open var shouldDeleteInaccessibleFaults = true
    /// Whether deletions are handed on to related objects when changes are processed, not only by the save.
    open var propagatesDeletesAtEndOfEvent = true
    /// How long, in seconds, values of a shared row cache may be used before the store is asked; negative: for ever.
    ///
    /// There is no such cache here: a fault that is read, or an object that is refreshed, is never older than the
    /// store. So it is as if this were 0, whatever it is set to; code that sets it need not be changed.
    open var stalenessInterval: TimeInterval = -1
    /// Whether the context holds all its objects strongly.
    open var retainsRegisteredObjects = false {
        didSet {
            keepsAll = retainsRegisteredObjects
            retained = keepsAll ? keepAll() : [:]
        }
    }

    /// Whether saves of the parent or of other contexts of the store show up here by themselves.
    open var automaticallyMergesChangesFromParent = false {
        didSet { coordinator?.setMerging(automaticallyMergesChangesFromParent, context: self) }
    }

    /// What takes changes of the context back; nil at first.
    ///
    /// Each time changes are processed, what changed since the last time is registered with it as one action, in the
    /// group that is open or that of the present event: see ``UndoManager``. It is to be used on the context's queue.
    /// Setting another one forgets what could be undone.
    open var undoManager: UndoManager? {
        didSet { undoManagerChanged(from: oldValue) }
    }

    /// Makes a context that runs on a queue of the given kind. It needs a coordinator before it can fetch.
    public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
        self.concurrencyType = concurrencyType
        queue =
            concurrencyType == .mainQueueConcurrencyType
            ? .main : DispatchQueue(label: "NSManagedObjectContext")
        super.init()
        registry = ObjectRegistry(context: self)
        if concurrencyType != .mainQueueConcurrencyType {
            queue.setSpecific(key: Self.queueKey, value: ObjectIdentifier(self))
        } else {
            queue.setSpecific(key: Self.queueKey, value: ObjectIdentifier(DispatchQueue.main))
        }
    }

    /// Makes a context that runs on a queue of the given kind.
    public convenience init(_ type: ConcurrencyType) {
        self.init(
            concurrencyType: type == .mainQueue ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
    }

    /// The kinds of queue, by their short names.
    public enum ConcurrencyType: Sendable {
        /// The main queue.
        case mainQueue
        /// A queue of the context's own.
        case privateQueue
    }

    deinit {
        coordinator?.setMerging(false, context: self)
        undoManager?.removeActions(of: ObjectIdentifier(self))
        registry.closed()
    }

    /// Whether the caller runs on the context's queue.
    final var isOnQueue: Bool {
        let here = DispatchQueue.getSpecific(key: Self.queueKey)
        if concurrencyType == .mainQueueConcurrencyType {
            return here == ObjectIdentifier(DispatchQueue.main) || Thread.isMainThread
        }
        return here == ObjectIdentifier(self)
    }

    /// The coordinator whose stores the context reads and writes. It is set once, before the first use.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { coordinator }
        set {
            precondition(
                newValue == nil || registry.count == 0 || coordinator === newValue,
                "The coordinator of a context with objects cannot be changed. Make another context.")
            coordinator?.setMerging(false, context: self)
            coordinator = newValue
            modelLayout = newValue?.modelLayout
            newValue?.setMerging(automaticallyMergesChangesFromParent, context: self)
        }
    }
}
