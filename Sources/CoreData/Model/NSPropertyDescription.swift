import Foundation

/// One property of an entity: the common part of attributes, relationships, fetched properties and the
/// computed columns of a fetch.
///
/// A description may be changed until its model is used by a coordinator; after that a change is a
/// programming error and traps.
// Safe to send: a description is built by one owner; once its model is frozen nothing in it changes.
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The entity that declares this property. The entity owns its properties and clears this in its `deinit`;
    /// a weak reference would make every retain of an entity a slow one.
    internal final unowned(unsafe) var owner: NSEntityDescription?
    /// True once the model is in use.
    internal final var isFrozen = false

    /// Makes the property unchangeable.
    internal func freeze() { isFrozen = true }

    public required override init() {
        super.init()
    }

    /// The entity that declares this property (for an inherited property: the ancestor that declares it).
    ///
    /// - Precondition: the property has been put into an entity that still exists.
    public final var entity: NSEntityDescription {
        guard let owner else {
            preconditionFailure(
                "Property “\(name)” belongs to no entity: put it into an entity's properties, and keep "
                    + "the model.")
        }
        return owner
    }

    /// The property's name: the key of ``NSManagedObject``'s key-value coding and the accessor's name.
    open var name: String = "" {
        willSet { requireMutable() }
        didSet { owner?.forgetLookups() }
    }

    /// Whether the value may be nil (a to-many relationship: empty) when an object is saved. True at first.
    open var isOptional = true {
        willSet { requireMutable() }
    }

    /// Whether the value is kept out of the store.
    open var isTransient = false {
        willSet { requireMutable() }
    }

    /// Free information for the program; Core Data does not read it.
    open var userInfo: [AnyHashable: Any]? = [:] {
        willSet { requireMutable() }
    }

    /// A text that makes this property's version hash differ although nothing else in it changed.
    open var versionHashModifier: String? {
        willSet { requireMutable() }
    }

    /// The name this property had in the earlier version of the model that a migration starts from.
    ///
    /// Reads as ``name`` while it was not set.
    open var renamingIdentifier: String? {
        get { explicitRenamingIdentifier ?? name }
        set {
            requireMutable()
            explicitRenamingIdentifier = newValue
        }
    }
    internal final var explicitRenamingIdentifier: String?

    /// Whether the property was marked for a text index of the system. Kept for model files; nothing
    /// here reads it.
    open var isIndexedBySpotlight = false {
        willSet { requireMutable() }
    }

    /// Whether a single-column index was asked for, in the manner of models before fetch indexes.
    @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
    open var isIndexed: Bool {
        get { hasLegacyIndex }
        set {
            requireMutable()
            hasLegacyIndex = newValue
        }
    }
    internal final var hasLegacyIndex = false

    /// Whether the value was to be kept in a record outside the store. Kept for model files; nothing
    /// here reads it.
    @available(*, deprecated, message: "Use NSAttributeDescription.allowsExternalBinaryDataStorage instead")
    open var isStoredInExternalRecord: Bool {
        get { isInExternalRecord }
        set {
            requireMutable()
            isInExternalRecord = newValue
        }
    }
    internal final var isInExternalRecord = false

    /// The predicates every value of this property has to satisfy when it is saved (`SELF` is the value).
    open internal(set) var validationPredicates: [NSPredicate] = []

    /// One entry for each of ``validationPredicates``: a sentence, or the number of a validation error.
    open internal(set) var validationWarnings: [Any] = []

    /// Sets the predicates that values are validated with, and what is said when one fails.
    ///
    /// - Parameters:
    ///   - validationPredicates: predicates evaluated with the value as `SELF`.
    ///   - validationWarnings: as many sentences as predicates; a failure has the code 1550 and that sentence.
    open func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
        requireMutable()
        let predicates = validationPredicates ?? []
        let warnings = validationWarnings ?? []
        precondition(
            predicates.count == warnings.count,
            "Property “\(name)”: \(predicates.count) validation predicates need as many warnings, "
                + "not \(warnings.count).")
        self.validationPredicates = predicates
        self.validationWarnings = warnings
    }

    /// The hash of everything in the property that decides how its values are stored. 32 bytes.
    open var versionHash: Data {
        VersionHash.property(self, in: owner)
    }

    /// A copy that belongs to no entity.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copyState(to: copy)
        return copy
    }

    /// Copies everything but the owner. Subclasses add their own part.
    internal func copyState(to copy: NSPropertyDescription) {
        copy.name = name
        copy.isOptional = isOptional
        copy.isTransient = isTransient
        copy.userInfo = userInfo
        copy.versionHashModifier = versionHashModifier
        copy.explicitRenamingIdentifier = explicitRenamingIdentifier
        copy.isIndexedBySpotlight = isIndexedBySpotlight
        copy.hasLegacyIndex = hasLegacyIndex
        copy.isInExternalRecord = isInExternalRecord
        copy.validationPredicates = validationPredicates
        copy.validationWarnings = validationWarnings
    }

    /// Traps once the model is in use: a changed description would no longer say how the store is laid out.
    internal final func requireMutable() {
        if isFrozen {
            preconditionFailure(
                "Property “\(owner?.name ?? "?").\(name)” cannot change any more: its model is in use. "
                    + "Change a copy of the model before a coordinator or container gets it.")
        }
    }

    open override var description: String {
        "<\(Swift.type(of: self)): \(owner?.name.map { $0 + "." } ?? "")\(name)>"
    }
}
