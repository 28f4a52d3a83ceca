import Foundation

/// An object of the graph: one row of a store, seen through one context.
///
/// A subclass declares its properties through the code that the build plugin generates from the model. An
/// object belongs to its context's queue: use it inside `perform` or `performAndWait` only.
open class NSManagedObject: NSObject {
    /// The layout of the entity. Layouts live as long as the program: see `ModelLayout`.
    @inline(__always) final var layout: EntityLayout { layoutReference._withUnsafeGuaranteedRef { $0 } }
    final let layoutReference: Unmanaged<EntityLayout>
    /// The row that is read: the changed one if there is one, else the committed one. Nil in a fault that knows
    /// its key only.
    @exclusivity(unchecked) final var row: UnsafeMutableRawPointer?
    /// The chunk that `row` stands in.
    @exclusivity(unchecked) final var chunk: RowChunk?
    /// The committed row while `row` is a changed copy of it.
    @exclusivity(unchecked) final var committedRow: UnsafeMutableRawPointer?
    @exclusivity(unchecked) final var committedChunk: RowChunk?
    @exclusivity(unchecked) final var key: ObjectKey
    @exclusivity(unchecked) final var state: State = []
    /// The place among the context's changed objects.
    @exclusivity(unchecked) final var changeIndex: Int32 = -1
    /// The registry of the context; it knows the context, and knows when the context is gone. It lives as long as
    /// any object is entered in it.
    @inline(__always) final var registry: ObjectRegistry? {
        get { registryReference?.takeUnretainedValue() }
        set { registryReference = newValue.map(Unmanaged.passUnretained) }
    }
    @exclusivity(unchecked) final var registryReference: Unmanaged<ObjectRegistry>?
    @exclusivity(unchecked) final var related: RelatedObjects?
    @exclusivity(unchecked) final var cachedID: NSManagedObjectID?

    struct State: OptionSet {
        let rawValue: UInt32
        static let fault = State(rawValue: 1)
        static let inserted = State(rawValue: 2)
        static let updated = State(rawValue: 4)
        static let deleted = State(rawValue: 8)
        /// Changed since changes were last processed.
        static let unprocessed = State(rawValue: 16)
        /// The row is gone from the store.
        static let gone = State(rawValue: 32)
        static let awake = State(rawValue: 64)
        static let registered = State(rawValue: 128)
        /// Its deletion has been handed on to related objects.
        static let propagated = State(rawValue: 256)
        /// Deleted, and the deletion saved or merged.
        static let deletionSaved = State(rawValue: 512)
        /// Stands for any object of its class while a key path is asked for its names.
        static let recording = State(rawValue: 2048)
        /// The last save wrote the row, so it has a new version.
        static let written = State(rawValue: 1024)
        /// To be deleted here, and saved elsewhere meanwhile: who takes the deletion back reads the row again.
        static let outdated = State(rawValue: 4096)
        /// An undo made it what is saved: a change to be told of, and nothing to be saved.
        static let restored = State(rawValue: 8192)
        /// An undo took back its deletion, which was not saved.
        static let returned = State(rawValue: 16384)
        static let changed: State = [.inserted, .updated, .deleted]
    }

    /// Makes an object of `entity` and, if a context is given, inserts it there.
    ///
    /// - Parameters:
    ///   - entity: an entity of the context's model; another's is a programming error.
    ///   - context: where the object is inserted. An object without a context has its default values and keeps
    ///     what is set, but no relationships.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        // Not `__shared`: an override that does not say so, too, would let go of both once too often.
        layoutReference = EntityLayout.reference(of: entity)
        key = ObjectKey(raw: 0)
        super.init()
        if let context {
            context.checkQueue("init(entity:insertInto:)")
            context.insertNew(self)
        }
    }

    /// Makes an object of the class's entity in `context`.
    ///
    /// - Parameter context: a context whose model has exactly one entity of this class; anything else is a
    ///   programming error.
    public required convenience init(context: NSManagedObjectContext) {
        self.init(entity: context.entity(forClass: type(of: self)), insertInto: context)
    }

    /// The engine's own way to make an object of an entity it knows only at run time.
    public required convenience init(_ origin: __shared ManagedObjectOrigin) {
        self.init(entity: origin.entity, insertInto: origin.context)
    }

    deinit {
        if state.contains(.registered) { registryReference?._withUnsafeGuaranteedRef { $0.remove(self) } }
    }

    // MARK: Identity and state

    /// The context of the object.
    @inline(__always) final var context: NSManagedObjectContext? { registry?.context }

    /// The entity of the object.
    public final var entity: NSEntityDescription { layout.entity }

    /// The context of the object; nil once the context is gone or was reset, and after a saved deletion.
    public final var managedObjectContext: NSManagedObjectContext? { context }

    /// The identity of the object. It changes once, from a temporary to a permanent one, when it is first saved.
    public final var objectID: NSManagedObjectID {
        guard let registry else {
            if let cachedID { return cachedID }
            let id = NSManagedObjectID(key: key, layout: layout, store: nil)
            cachedID = id
            return id
        }
        while true {
            let (known, key) = registry.identity(of: self)
            if let known { return known }
            let id = context?.makeID(of: key, layout) ?? NSManagedObjectID(key: key, layout: layout, store: nil)
            if let kept = registry.keep(id, of: key, for: self) { return kept }
        }
    }

    /// Whether the object was inserted and not saved since.
    public final var isInserted: Bool {
        checkQueue()
        return state.contains(.inserted)
    }

    /// Whether the object was changed since it was last saved.
    public final var isUpdated: Bool {
        checkQueue()
        return state.contains(.updated) && !state.contains(.deleted)
    }

    /// Whether the object will be deleted by the next save, or was deleted by another context's.
    public final var isDeleted: Bool {
        checkQueue()
        return state.contains(.deleted)
    }

    /// Whether the values have yet to be read.
    public final var isFault: Bool {
        checkQueue()
        return state.contains(.fault)
    }

    /// Whether the object is inserted, changed or deleted in its context.
    public final var hasChanges: Bool {
        checkQueue()
        return !state.isDisjoint(with: .changed)
    }

    /// Whether a save would write something of the object: a changed value that differs from the saved one.
    public final var hasPersistentChangedValues: Bool {
        checkQueue()
        if state.contains(.inserted) { return true }
        guard let row, let chunk, let committedRow, let committedChunk else { return false }
        return layout.slots.indices.contains { slot in
            guard layout.isChanged(slot, in: row), !layout.slots[slot].isTransient else { return false }
            if layout.slots[slot].isToMany { return true }
            return !SlotCoding.isEqual(
                slot: slot, layout: layout, chunk, row, committedChunk, committedRow)
        }
    }

    /// Not zero while the object reacts to changes of its values by the engine.
    public final var faultingState: Int { isFault ? 1 : 0 }

    /// The entity of the class in the model that is in use.
    ///
    /// It is a programming error to ask when no model that is in use has exactly one entity of the class.
    open class func entity() -> NSEntityDescription {
        ModelLayout.entity(ofClass: self)
    }

    /// A request for all objects of the class's entity.
    @_disfavoredOverload
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        NSFetchRequest(entityName: ModelLayout.entity(ofClass: self).name ?? "")
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as AnyObject?) === self }

    open override var hash: Int { ObjectIdentifier(self).hashValue }

    open override var description: String {
        let name = layout.entity.name ?? ""
        guard !isFault, row != nil else { return "<\(type(of: self)): fault of \(name) \(objectID)>" }
        let values = layout.slots.enumerated().filter {
            $0.element.property != nil && !$0.element.isRelationship && !$0.element.isElement
        }
        .map { "\($0.element.name) = \(storedValue(at: $0.offset).map { "\($0)" } ?? "nil")" }
        return "<\(type(of: self)): \(name) \(objectID) {\(values.joined(separator: "; "))}>"
    }

    // MARK: Life cycle

    /// Called once when the object is inserted; a place for values that a model's defaults cannot give.
    open func awakeFromInsert() {}

    /// Called when the values of a fault have been read. Changes made here are no changes to be saved.
    open func awakeFromFetch() {}

    /// Called when undo, redo or a merge has put values back.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

    /// Called when the object is about to be deleted, also by the rule of a relationship.
    open func prepareForDeletion() {}

    /// Called before a save. A change made here is part of the save, and brings another call.
    open func willSave() {}

    /// Called after a save.
    open func didSave() {}

    /// Called before the object lets go of its values.
    open func willTurnIntoFault() {}

    /// Called after the object let go of its values.
    open func didTurnIntoFault() {}

    // MARK: Validation

    /// Checks, and may correct, one value without setting it.
    ///
    /// A save asks it about each value of an object whose class is written by hand: override it, look at the key, and
    /// call `super`. What is put in the value's place is then set.
    ///
    /// - Parameters:
    ///   - value: the value; an override may replace it.
    ///   - key: a property of the entity.
    /// - Throws: an error of `NSCocoaErrorDomain` that says what the model does not allow.
    open func validateValue(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
        try validate(value.pointee, forKey: key)
    }

    /// Checks the object before it is deleted by a save.
    open func validateForDelete() throws { try checkDeletion() }

    /// Checks all values before the object is inserted by a save.
    open func validateForInsert() throws { try checkValues() }

    /// Checks all values before the object is updated by a save.
    open func validateForUpdate() throws { try checkValues() }

    // MARK: Key-value coding

    /// The value of a property by name.
    ///
    /// - Parameter key: a property of the entity; another is a programming error unless a subclass answers it.
    open func value(forKey key: String) -> Any? { modelledValue(forKey: key) }

    /// Sets a property by name.
    ///
    /// - Parameters:
    ///   - value: a value of the property's type, or nil; one of another type is a programming error.
    ///   - key: a property of the entity; another is a programming error unless a subclass takes it.
    open func setValue(_ value: Any?, forKey key: String) { setModelledValue(value, forKey: key) }

    /// The value of a key that is no property of the entity. Asking for one is a programming error unless a subclass
    /// overrides this.
    open func value(forUndefinedKey key: String) -> Any? { preconditionFailure(layout.unknownKey(key)) }

    /// Takes a value for a key that is no property of the entity. Setting one is a programming error unless a subclass
    /// overrides this.
    open func setValue(_ value: Any?, forUndefinedKey key: String) { preconditionFailure(layout.unknownKey(key)) }

    /// The value at the end of a path of properties, such as `plant.genus`; nil when one on the way is nil.
    ///
    /// Collection operators (`seeds.@count`, `seeds.@sum.numberOfSeeds`) are understood.
    open func value(forKeyPath keyPath: String) -> Any? { modelledValue(forKeyPath: keyPath) }
}

/// What the engine makes an object from. Programs have no use for it.
public struct ManagedObjectOrigin {
    fileprivate let entity: NSEntityDescription
    fileprivate let context: NSManagedObjectContext?

    init(layout: EntityLayout, context: NSManagedObjectContext?) {
        entity = layout.entity
        self.context = context
    }
}

/// What put values back into an object.
public struct NSSnapshotEventType: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
    public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
    public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
    public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
    public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
    public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
}
