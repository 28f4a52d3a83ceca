import Foundation

/// What a managed object is: its name, its class, its properties and its place in the tree of entities.
///
/// An entity may be changed until its model is used by a coordinator; after that a change is a programming
/// error and traps.
// Safe to send: a description is built by one owner; once its model is frozen nothing in it changes but
// `layoutStorage`, which the engine fills while the model's freeze lock is held.
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The model that owns this entity. Weak for that reason.
    internal final weak var model: NSManagedObjectModel?
    /// True once the model is in use.
    internal final var isFrozen = false
    /// The engine's own picture of this entity: slots, columns, classes.
    // Layouts live as long as the program: see `ModelLayout`.
    internal final var layoutStorage: Unmanaged<EntityLayout>?
    /// Answers about this entity's properties, kept from the moment they cannot change any more.
    internal final var lookups: EntityLookups?
    /// The properties this entity itself declares.
    internal final var ownProperties: [NSPropertyDescription] = []
    internal final var explicitClassName: String?
    internal final var explicitRenamingIdentifier: String?

    public required override init() {
        super.init()
    }

    deinit {
        for property in ownProperties where property.owner === self { property.owner = nil }
        for index in indexes where index.entity === self { index.entity = nil }
        ownReference?.clear()
    }

    /// The model this entity belongs to.
    ///
    /// - Precondition: the entity has been put into a model that still exists.
    public final var managedObjectModel: NSManagedObjectModel {
        guard let model else {
            preconditionFailure(
                "Entity “\(name ?? "?")” belongs to no model: put it into a model's entities, and keep "
                    + "the model.")
        }
        return model
    }

    /// The entity's name, unique within its model.
    open var name: String? {
        willSet { requireMutable() }
        didSet { model?.forgetLookups() }
    }

    /// The name of the class of this entity's objects, with or without its module. `NSManagedObject` at
    /// first.
    open var managedObjectClassName: String! {
        get { explicitClassName ?? "NSManagedObject" }
        set {
            requireMutable()
            explicitClassName = newValue
        }
    }

    /// Whether objects are only ever made of this entity's subentities.
    open var isAbstract = false {
        willSet { requireMutable() }
    }

    /// Free information for the program; Core Data does not read it.
    open var userInfo: [AnyHashable: Any]? = [:] {
        willSet { requireMutable() }
    }

    /// A text that makes this entity's version hash differ although nothing else in it changed.
    open var versionHashModifier: String? {
        willSet { requireMutable() }
    }

    /// The name this entity had in the earlier version of the model that a migration starts from.
    ///
    /// Reads as ``name`` while it was not set.
    open var renamingIdentifier: String? {
        get { explicitRenamingIdentifier ?? name }
        set {
            requireMutable()
            explicitRenamingIdentifier = newValue
        }
    }

    /// The entity this one inherits properties from. Not owned: the model owns its entities.
    public internal(set) final var superentity: NSEntityDescription? {
        get { superentityReference?.entity }
        set { superentityReference = newValue?.reference }
    }
    private final var superentityReference: EntityReference?
    /// What others point at this entity by.
    internal final var reference: EntityReference {
        if let ownReference { return ownReference }
        let made = EntityReference(self)
        ownReference = made
        return made
    }
    private final var ownReference: EntityReference?

    /// The entities that inherit this one's properties.
    open var subentities: [NSEntityDescription] = [] {
        willSet { requireMutable() }
        didSet {
            for child in oldValue where child.superentity === self { child.superentity = nil }
            for child in subentities { child.superentity = self }
        }
    }

    /// The indexes this entity declares.
    open var indexes: [NSFetchIndexDescription] = [] {
        willSet { requireMutable() }
        didSet {
            for index in indexes { index.entity = self }
        }
    }

    /// Groups of attributes no two objects of this entity may share the values of: each group an array of
    /// attribute names or attribute descriptions.
    open var uniquenessConstraints: [[Any]] = [] {
        willSet { requireMutable() }
    }

    /// Compound indexes in the manner of models before fetch indexes; setting it has no effect, as at
    /// Apple.
    @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
    open var compoundIndexes: [[Any]] {
        get { legacyCompoundIndexes }
        set { requireMutable() }
    }
    /// The compound indexes a model file states.
    internal final var legacyCompoundIndexes: [[String]] = []

    /// The text the system's search shows for an object. Kept for model files; nothing here reads it.
    open var coreSpotlightDisplayNameExpression: NSExpression? {
        willSet { requireMutable() }
    }

    /// The hash of everything in the entity that decides how its objects are stored, its superentities'
    /// part included. 32 bytes. Stores keep it, and open only with a model whose hashes are the same.
    open var versionHash: Data {
        lookups?.versionHash ?? VersionHash.entity(self)
    }

    /// Whether this entity is `entity` or inherits from it.
    /// - Complexity: O(depth of the tree of entities).
    open func isKindOf(entity: NSEntityDescription) -> Bool {
        var candidate: NSEntityDescription? = self
        while let current = candidate {
            if current === entity { return true }
            candidate = current.superentity
        }
        // The same entity of an equal model, say of another container's.
        candidate = self
        while let current = candidate {
            if current.isEqual(entity) { return true }
            candidate = current.superentity
        }
        return false
    }

    /// A copy of the entity and its properties that belongs to no model and has no superentity or
    /// subentities. Relationships of the copy lead to the same destinations.
    open func copy(with zone: NSZone? = nil) -> Any {
        copyAlone().entity
    }

    /// Traps once the model is in use: a changed description would no longer say how the store is laid out.
    internal final func requireMutable() {
        if isFrozen {
            preconditionFailure(
                "Entity “\(name ?? "?")” cannot change any more: its model is in use. Change a copy of "
                    + "the model before a coordinator or container gets it.")
        }
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSEntityDescription else { return false }
        if self === other { return true }
        return name == other.name && isAbstract == other.isAbstract
            && managedObjectClassName == other.managedObjectClassName && versionHash == other.versionHash
    }

    open override var hash: Int { name.hashValue }

    open override var description: String {
        "<\(Swift.type(of: self)): \(name ?? "?") (\(properties.count) properties)>"
    }
}
