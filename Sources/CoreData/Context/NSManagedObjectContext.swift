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
    /// The stores that new objects are to go to, by their keys.
    final var assignedStores: [UInt64: NSPersistentStore] = [:]
    final var isSaving = false
    /// Which state of the stores is read.
    @exclusivity(unchecked) final var generation = Generation.any
    /// Objects without changes whose rows the next save checks all the same.
    final var guarded: [ObjectIdentifier: NSManagedObject] = [:]
    /// Notes what objects were before they changed; there is one while there is an undo manager.
    final var undoRecorder: UndoRecorder?

    final private(set) var coordinator: NSPersistentStoreCoordinator?
    /// Where rows come from and go to: the parent, or else the coordinator.
    @exclusivity(unchecked) final private(set) var source: (any RowSource)?
    /// The contexts that read from this one and save to it.
    final let children = Mutex(ChildContexts())
    /// The keys that objects had before they were saved, for as long as a child may know them by those.
    final let formerKeys = Mutex(FormerKeys())
    /// The last of the parent's former keys that are known here.
    final var learnedBatch = 0
    /// Tells contexts apart, also from those that are gone.
    final let serial = serials.add(1, ordering: .relaxed).newValue
    private static let serials = Atomic<UInt64>(0)
    /// Temporary keys of this context are beyond this number, those of its parent are not: a context has objects of
    /// its parent that were not saved either.
    final private(set) var temporaryKeyFloor: Int64 = 0
    /// The thread that a block of the context runs on; 0 when none does.
    final let holder = Atomic<UInt>(0)
    /// The context whose block on the same thread the present block stands in. It stays, for the thread is in its block.
    final unowned(unsafe) var outer: NSManagedObjectContext?
    /// The layout of the coordinator's model. It lives as long as the program: see `ModelLayout`.
    @exclusivity(unchecked) private(set) final unowned(unsafe) var modelLayout: ModelLayout?

    /// A name to tell contexts apart; it is kept in the history of what the context saves.
    open var name: String?
    /// Who saves, as the history of the store will say.
    open var transactionAuthor: String?
    /// Anything the program wants to keep with the context.
    open var userInfo: NSMutableDictionary {
        get {
            checkQueue()
            return keptUserInfo
        }
        set {
            checkQueue()
            keptUserInfo = newValue
        }
    }
    private final var keptUserInfo = NSMutableDictionary()
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
        didSet { noteMerging() }
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
        if let parent {
            parent.children.withLock { $0.remove(self) }
        } else {
            coordinator?.setMerging(false, context: self)
        }
        undoManager?.removeActions(of: ObjectIdentifier(self))
        registry.closed()
    }

    /// Whether the caller runs on the context's queue.
    final var isOnQueue: Bool {
        // A block that waits for one of another context, which comes back to this one, runs on the same thread.
        if holder.load(ordering: .relaxed) == Self.thread { return true }
        if concurrencyType == .mainQueueConcurrencyType { return MainQueue.isCurrent }
        return DispatchQueue.getSpecific(key: Self.queueKey) == ObjectIdentifier(self)
    }

    /// The coordinator whose stores the context reads and writes. It is set once, before the first use.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { coordinator }
        set {
            precondition(
                newValue == nil || registry.count == 0 || coordinator === newValue,
                "The coordinator of a context with objects cannot be changed. Make another context.")
            precondition(parent == nil, "A context with a parent has the coordinator of its parent. Set it there.")
            coordinator?.setMerging(false, context: self)
            take(newValue)
            noteMerging()
        }
    }

    /// The context that this one reads from and saves to, in place of a coordinator. It is set once, before the first
    /// use.
    ///
    /// A save goes one level up: the parent then has unsaved changes, and the file has them when the topmost context
    /// saves. A context sees what its parent has not saved. Reading and saving wait for the parent's queue. So a block of
    /// a parent that waits for a child by `performAndWait` may wait for ever: a block that the child is in already may be
    /// waiting for the parent. `perform` never waits.
    ///
    /// There may be 30 levels.
    open var parent: NSManagedObjectContext? {
        didSet {
            precondition(
                registry.count == 0 && oldValue == nil,
                "The parent of a context is set once, before its first use. Make another context.")
            guard let parent else { return }
            precondition(
                coordinator == nil,
                "The context has a persistent store coordinator, so it cannot have a parent. Set one of the two.")
            temporaryKeyFloor = parent.temporaryKeyFloor + Self.temporaryKeysOfLevel
            precondition(
                temporaryKeyFloor < ObjectKey.maximumPrimaryKey - Self.temporaryKeysOfLevel,
                "There are more than 30 levels of contexts.")
            temporaryKeyCount = temporaryKeyFloor
            temporaryKeyBase = temporaryKeyFloor
            take(parent.coordinator)
            noteMerging()
        }
    }

    private static let temporaryKeysOfLevel: Int64 = 1 << 34

    private func take(_ coordinator: NSPersistentStoreCoordinator?) {
        self.coordinator = coordinator
        modelLayout = coordinator?.modelLayout
        source = parent.map { ParentSource($0, of: self) } ?? coordinator.map { CoordinatorSource($0, of: self) }
        for child in children.withLock({ $0.all }) { child.take(coordinator) }
    }

    /// Says where others' saves come from whether they are to be merged here.
    private func noteMerging() {
        if let parent {
            parent.children.withLock { $0.note(self, merges: automaticallyMergesChangesFromParent) }
        } else {
            coordinator?.setMerging(automaticallyMergesChangesFromParent, context: self)
        }
    }

    static var thread: UInt { UInt(pthread_self()) }
}
