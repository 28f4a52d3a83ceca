import Foundation

/// What a fetch may return: managed objects, object IDs, dictionaries and numbers.
public protocol NSFetchRequestResult {}

extension NSManagedObject: NSFetchRequestResult {}
extension NSManagedObjectID: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// What a fetch returns.
public struct NSFetchRequestResultType: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Managed objects.
    public static let managedObjectResultType: NSFetchRequestResultType = []
    /// Object IDs.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// Dictionaries of property values. They show the store, never unsaved changes.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// One number: how many there are.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}

/// A description of what to read: an entity, a condition, an order, a window.
///
/// ```swift
/// let request = NSFetchRequest<Seed>(entityName: "Seed")
/// request.predicate = NSPredicate(format: "plant.genus == %@", "Conophytum")
/// request.sortDescriptors = [NSSortDescriptor(key: "dateSown", ascending: false)]
/// let sowings = try context.fetch(request)
/// ```
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest, NSCopying {
    /// The name of the entity.
    public final private(set) var entityName: String?
    private final var resolvedEntity: NSEntityDescription?

    /// The condition; nil for all.
    open var predicate: NSPredicate?
    /// The order; nil or empty for none in particular.
    open var sortDescriptors: [NSSortDescriptor]?
    /// The most objects to return; 0 for all.
    open var fetchLimit = 0
    /// How many matching objects to leave out from the start.
    open var fetchOffset = 0
    /// How many objects to read at a time as they are touched; 0 to read all at once.
    open var fetchBatchSize = 0
    /// What to return.
    open var resultType: NSFetchRequestResultType = .managedObjectResultType
    /// Whether objects of subentities are returned too. True at first.
    open var includesSubentities = true
    /// Whether unsaved changes of the context count. True at first.
    open var includesPendingChanges = true
    /// Whether the values are read with the objects. True at first.
    open var includesPropertyValues = true
    /// Whether objects come as faults, their values read but not taken up. True at first.
    open var returnsObjectsAsFaults = true
    /// Relationships to read along, as key paths.
    open var relationshipKeyPathsForPrefetching: [String]?
    /// Whether equal dictionaries are returned once only.
    open var returnsDistinctResults = false
    /// For dictionaries: the properties, as names, property descriptions or expression descriptions.
    open var propertiesToFetch: [Any]?
    /// For dictionaries: the properties that make a group.
    open var propertiesToGroupBy: [Any]?
    /// For dictionaries: which groups to return.
    open var havingPredicate: NSPredicate?
    /// Whether objects the context has already get the values that were read, if they have no changes.
    open var shouldRefreshRefetchedObjects = false

    /// Makes a request without an entity.
    public override init() { super.init() }

    /// Makes a request for the objects of an entity.
    public convenience init(entityName: String) {
        self.init()
        self.entityName = entityName
    }

    /// The entity. A request made with a name has it once a context has used the request.
    open var entity: NSEntityDescription? {
        get {
            precondition(
                resolvedEntity != nil || entityName == nil,
                "The request's entity “\(entityName ?? "")” is not known before a context uses the request.")
            return resolvedEntity
        }
        set {
            resolvedEntity = newValue
            entityName = newValue?.name
        }
    }

    /// Finds the request's entity in a model.
    /// - Throws: an error that names the entity when the model has none of that name.
    final func resolve(in model: ModelLayout) throws -> EntityLayout {
        if let resolvedEntity, let layout = model.layout(of: resolvedEntity) { return layout }
        guard let entityName else {
            throw CocoaErrorText.error(
                NSCoreDataError, "The fetch request has no entity. Make it with NSFetchRequest(entityName:).")
        }
        guard let layout = model.layout(named: entityName) else {
            throw CocoaErrorText.error(
                NSCoreDataError,
                "The model has no entity “\(entityName)”. It has: "
                    + model.model.entities.compactMap(\.name).sorted().joined(separator: ", ") + ".")
        }
        resolvedEntity = layout.entity
        return layout
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchRequest<ResultType>()
        copy.takeOver(from: self)
        return copy
    }

    /// Takes over everything but the kind of result.
    final func takeOver<Other>(from other: NSFetchRequest<Other>) {
        entityName = other.entityName
        resolvedEntity = other.resolvedEntity
        predicate = other.predicate
        sortDescriptors = other.sortDescriptors
        fetchLimit = other.fetchLimit
        fetchOffset = other.fetchOffset
        fetchBatchSize = other.fetchBatchSize
        resultType = other.resultType
        includesSubentities = other.includesSubentities
        includesPendingChanges = other.includesPendingChanges
        includesPropertyValues = other.includesPropertyValues
        returnsObjectsAsFaults = other.returnsObjectsAsFaults
        relationshipKeyPathsForPrefetching = other.relationshipKeyPathsForPrefetching
        returnsDistinctResults = other.returnsDistinctResults
        propertiesToFetch = other.propertiesToFetch
        propertiesToGroupBy = other.propertiesToGroupBy
        havingPredicate = other.havingPredicate
        shouldRefreshRefetchedObjects = other.shouldRefreshRefetchedObjects
        affectedStores = other.affectedStores
    }
}
