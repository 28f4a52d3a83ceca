import Foundation
import Synchronization

/// The entities of a program's data and how they relate.
///
/// Made from a model file, from compiled-in models, or in code. A model may be changed until a coordinator
/// uses it; after that a change is a programming error and traps. ``copy(with:)`` gives one that may
/// change.
// Safe to send: a model is built by one owner; once frozen (under `freezeLock`) nothing in it changes
// but its localization dictionary, which only the owner sets.
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
    /// True once a coordinator uses the model.
    internal private(set) final var isFrozen = false
    private let freezeLock = Mutex(())
    private var entityTable: [String: NSEntityDescription]?
    internal final var configurationEntities: [String: [NSEntityDescription]] = [:]
    internal final var configurationOrder: [String] = []
    /// The engine's own picture of the model, once it is in use.
    internal final var layoutStorage: AnyObject?
    internal final var fetchRequestTemplateStorage: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
    /// The module whose build generated this model's classes, where it is known.
    internal final var moduleName: String?

    public required override init() {
        super.init()
    }

    /// The model's entities. Abstract ones and subentities are listed too.
    open var entities: [NSEntityDescription] = [] {
        willSet { requireMutable() }
        didSet {
            entityTable = nil
            for entity in oldValue where entity.model === self { entity.model = nil }
            for entity in entities { entity.model = self }
        }
    }

    /// The model's entities by name.
    open var entitiesByName: [String: NSEntityDescription] {
        if let entityTable { return entityTable }
        return Self.table(of: entities)
    }

    /// Texts for validation errors: keys such as `Property/name/Entity/Plant` and the text to show.
    open var localizationDictionary: [String: String]?

    /// Names for this version of the model, for a developer to tell versions apart. Empty at first.
    open var versionIdentifiers: Set<AnyHashable> = [] {
        willSet { requireMutable() }
    }

    /// Each entity's version hash by the entity's name.
    open var entityVersionHashesByName: [String: Data] {
        entitiesByName.mapValues(\.versionHash)
    }

    /// One text for all the version hashes, in base 64: equal for models whose stores are the same.
    open var versionChecksum: String {
        VersionHash.checksum(of: entityVersionHashesByName)
    }

    /// Makes the model, its entities and their properties unchangeable and prepares the tables they
    /// answer from.
    ///
    /// Called by whatever starts using the model; calling it again does nothing. Safe from any thread.
    internal final func freeze() {
        freezeLock.withLock { _ in
            if isFrozen { return }
            requireSoundness()
            entityTable = Self.table(of: entities)
            for entity in entities { entity.lookups = EntityLookups(entity) }
            for entity in entities {
                for property in entity.ownProperties { property.freeze() }
                entity.isFrozen = true
            }
            isFrozen = true
        }
    }

    /// A copy of the whole model that may be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copyState(to: copy)
        return copy
    }

    internal final func requireMutable() {
        if isFrozen {
            preconditionFailure(
                "The model cannot change any more: it is in use. Change a copy of it before a "
                    + "coordinator or container gets it.")
        }
    }

    /// Called when an entity's name changed.
    internal final func forgetLookups() {
        if !isFrozen { entityTable = nil }
    }

    private static func table(of entities: [NSEntityDescription]) -> [String: NSEntityDescription] {
        Dictionary(
            entities.compactMap { entity in entity.name.map { ($0, entity) } }, uniquingKeysWith: { $1 })
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectModel else { return false }
        if self === other { return true }
        return entitiesByName == other.entitiesByName
    }

    open override var hash: Int { entities.count }

    open override var description: String {
        "<\(Swift.type(of: self)): \(entitiesByName.keys.sorted().joined(separator: ", "))>"
    }
}
