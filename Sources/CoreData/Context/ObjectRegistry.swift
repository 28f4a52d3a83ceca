import CObjectRuntime
import Synchronization

/// The objects of one context, by key, held by none.
///
/// A hash table of plain pointers: an object enters when it is made and leaves in its `deinit`. The last release
/// of an object may happen on any thread, also while the context looks the object up, so every access takes the
/// lock, and a look-up retains with `swift_tryRetain`, which refuses an object whose `deinit` has begun. Such an
/// object's memory is still there: its `deinit` is waiting for the lock.
final class ObjectRegistry: @unchecked Sendable {
    // `entries` and the counts are only touched under `lock`, `trackingSuspensions` and `isRecording` on the context's
    // queue. `context` is set to nil under the lock when the context goes.
    private let lock = Mutex(())
    private var entries: UnsafeMutablePointer<Entry>
    private var capacity: Int
    /// Slots that hold an object or a tombstone.
    private var used = 0
    private(set) var count = 0
    /// How many objects have yet to call `remove`, those included that are dying and have given way to another.
    private var entered = 0
    /// Whether the context is gone and the objects that are left keep the registry.
    private var isOrphaned = false
    private(set) unowned(unsafe) var context: NSManagedObjectContext?
    /// Not zero while changes are not noted. It stands here and not in the context, because objects have the registry
    /// at hand; used on the context's queue only.
    @exclusivity(unchecked) var trackingSuspensions = 0

    /// Whether the context has an undo manager. Here for the same reason, and used there only.
    @exclusivity(unchecked) var isRecording = false

    /// Whether changes of objects are noted: there is a context, and nothing keeps it from it.
    @inline(__always) var isTracking: Bool { trackingSuspensions == 0 && context != nil }

    /// A place in the table. A key without an object is a tombstone, or of an object that is dying.
    private struct Entry {
        var key: UInt64 = 0
        var object: UnsafeMutableRawPointer?
    }

    private static let tombstone: UInt64 = .max

    init(context: NSManagedObjectContext) {
        self.context = context
        capacity = 64
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: Entry(), count: capacity)
    }

    deinit { entries.deallocate() }

    /// Makes room for so many more objects.
    func reserve(_ additional: Int) {
        lock.withLock { _ in
            if (used + additional) * 2 > capacity { grow(to: (count + additional) * 2) }
        }
    }

    /// Sixteen keys that follow one another stand side by side, so that walking them is kind to the cache; where
    /// the sixteen stand is as good as random.
    @inline(__always) private func slot(of key: UInt64) -> Int {
        let hash = (key >> 4) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: (hash >> 27) & ~15 | key & 15) & (capacity - 1)
    }

    /// The object with the key, if it is alive.
    @inline(__always) func object(for key: ObjectKey) -> NSManagedObject? {
        lock.withLock { _ in objectLocked(key.raw) }
    }

    @inline(__always) private func objectLocked(_ key: UInt64) -> NSManagedObject? {
        var index = slot(of: key)
        while entries[index].key != 0 {
            if entries[index].key == key, let pointer = entries[index].object {
                guard let alive = swift_tryRetain(pointer) else { return nil }
                // The pointer was stored by `insert`, which takes managed objects only; the retain that
                // tryRetain made is the one that is handed on.
                return Unmanaged<NSManagedObject>.fromOpaque(alive).takeRetainedValue()
            }
            index = (index + 1) & (capacity - 1)
        }
        return nil
    }

    /// The objects of a run of rows that are alive, nil for the others; empty if none is.
    func objects(for run: RowRun) -> [NSManagedObject?] {
        lock.withLock { _ in
            if count == 0 { return [] }
            var found: [NSManagedObject?] = []
            for position in 0..<run.count {
                guard let object = objectLocked(EntityLayout.key(of: run[position]).raw) else { continue }
                if found.isEmpty { found = Array(repeating: nil, count: run.count) }
                found[position] = object
            }
            return found
        }
    }

    /// Enters the objects of a run of rows, which say already that they are registered.
    ///
    /// - Parameters:
    ///   - run: the rows.
    ///   - objects: their objects.
    ///   - replace: called for an object that cannot enter, because another one of its key was made meanwhile, as code
    ///     that runs when an object is made may do. The other one is to take its place.
    func enter(
        _ run: RowRun, _ objects: UnsafeMutableBufferPointer<UnsafeMutableRawPointer>,
        replace: (Int, NSManagedObject) -> Void
    ) {
        var others: [(Int, NSManagedObject)] = []
        let (start, stride) = (run[0], run.chunk.layout.stride)
        lock.withLock { _ in
            if (used + run.count) * 2 > capacity { grow(to: (count + run.count) * 2) }
            for index in 0..<run.count {
                let key = EntityLayout.key(of: start + index * stride).raw
                let place = placeLocked(key)
                if place.isOfKey {
                    if let pointer = entries[place.index].object, let alive = swift_tryRetain(pointer) {
                        // As in `objectLocked`.
                        others.append((index, Unmanaged<NSManagedObject>.fromOpaque(alive).takeRetainedValue()))
                        continue
                    }
                    count -= 1
                }
                enterLocked(objects[index], key, at: place.index)
            }
        }
        for (index, other) in others { replace(index, other) }
    }

    /// Enters an object under its key. A dying object of the same key gives way.
    @inline(__always) func insert(_ object: NSManagedObject) {
        lock.withLock { _ in insertLocked(object) }
        object.state.insert(.registered)
    }

    private func insertLocked(_ object: NSManagedObject) {
        if (used + 1) * 2 > capacity { grow(to: (count + 1) * 2) }
        let key = object.key.raw
        let place = placeLocked(key)
        if place.isOfKey { count -= 1 }
        enterLocked(Unmanaged.passUnretained(object).toOpaque(), key, at: place.index)
    }

    @inline(__always) private func enterLocked(_ object: UnsafeMutableRawPointer, _ key: UInt64, at index: Int) {
        if entries[index].key == 0 { used += 1 }
        entries[index] = Entry(key: key, object: object)
        count += 1
        entered += 1
    }

    /// The place that has a key, or where it can be put.
    @inline(__always) private func placeLocked(_ key: UInt64) -> (index: Int, isOfKey: Bool) {
        var index = slot(of: key)
        var free = -1
        while entries[index].key != 0 {
            if entries[index].key == key { return (index, true) }
            if entries[index].key == Self.tombstone, free < 0 { free = index }
            index = (index + 1) & (capacity - 1)
        }
        return (free < 0 ? index : free, false)
    }

    /// Takes an object out; called from its `deinit` too.
    func remove(_ object: NSManagedObject) {
        let pointer = Unmanaged.passUnretained(object).toOpaque()
        let key = object.key.raw
        let isLast = lock.withLock { _ in
            removeLocked(pointer, key: key)
            entered -= 1
            return isOrphaned && entered == 0
        }
        // The retain of `closed`: there is nobody left who knows of the registry.
        if isLast { Unmanaged.passUnretained(self).release() }
    }

    private func removeLocked(_ pointer: UnsafeMutableRawPointer, key: UInt64) {
        var index = slot(of: key)
        while entries[index].key != 0 {
            if entries[index].key == key {
                // Another object may have taken the place of a dying one.
                guard entries[index].object == pointer else { return }
                count -= 1
                if entries[(index + 1) & (capacity - 1)].key == 0 {
                    entries[index] = Entry()
                    used -= 1
                } else {
                    entries[index] = Entry(key: Self.tombstone, object: nil)
                }
                return
            }
            index = (index + 1) & (capacity - 1)
        }
    }

    /// Gives an object another key.
    /// - Returns: the ID that it had until now, if somebody asked for one.
    func rekey(_ object: NSManagedObject, to key: ObjectKey) -> NSManagedObjectID? {
        let pointer = Unmanaged.passUnretained(object).toOpaque()
        let old = object.key.raw
        defer { object.state.insert(.registered) }
        return lock.withLock { _ in
            removeLocked(pointer, key: old)
            entered -= 1
            object.key = key
            insertLocked(object)
            defer { object.cachedID = nil }
            return object.cachedID
        }
    }

    // MARK: IDs

    /// The ID of an object, if it has one, and its key. An object may be asked for its ID on any thread.
    func identity(of object: NSManagedObject) -> (id: NSManagedObjectID?, key: ObjectKey) {
        lock.withLock { _ in (object.cachedID, object.key) }
    }

    /// Gives an object an ID that was made of its key.
    /// - Returns: the ID that it has; nil when it got another key meanwhile.
    func keep(_ id: NSManagedObjectID, of key: ObjectKey, for object: NSManagedObject) -> NSManagedObjectID? {
        lock.withLock { _ in
            if let known = object.cachedID { return known }
            guard object.key == key else { return nil }
            object.cachedID = id
            return id
        }
    }

    /// Takes an object's ID away, for it is to have another.
    func dropID(of object: NSManagedObject) -> NSManagedObjectID? {
        lock.withLock { _ in
            defer { object.cachedID = nil }
            return object.cachedID
        }
    }

    /// All objects that are alive.
    func all() -> [NSManagedObject] {
        lock.withLock { _ in
            var result: [NSManagedObject] = []
            result.reserveCapacity(count)
            for index in 0..<capacity {
                guard let pointer = entries[index].object, let alive = swift_tryRetain(pointer) else { continue }
                result.append(Unmanaged<NSManagedObject>.fromOpaque(alive).takeRetainedValue())
            }
            return result
        }
    }

    /// Lets go of the context, which is about to be freed.
    func closed() {
        let objects = all()
        lock.withLock { _ in
            context = nil
            guard entered > 0 else { return }
            isOrphaned = true
            _ = Unmanaged.passRetained(self)
        }
        for object in objects { object.related = nil }
    }

    private func grow(to wanted: Int) {
        var newCapacity = 64
        while newCapacity < wanted { newCapacity *= 2 }
        let (old, oldCapacity) = (entries, capacity)
        capacity = newCapacity
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: Entry(), count: capacity)
        used = 0
        for index in 0..<oldCapacity where old[index].object != nil {
            var target = slot(of: old[index].key)
            while entries[target].key != 0 { target = (target + 1) & (capacity - 1) }
            entries[target] = old[index]
            used += 1
        }
        old.deallocate()
    }
}
