import Foundation

/// A property that holds other managed objects: one, or a set of them.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    /// The entity of the objects at the other end. Not owned: the model owns its entities.
    open var destinationEntity: NSEntityDescription? {
        get { destinationReference?.entity }
        set {
            requireMutable()
            destinationReference = newValue?.reference
        }
    }
    private final var destinationReference: EntityReference?

    /// The relationship back from the other end; both sides have to name each other. Weak, as the other
    /// entity owns it.
    open weak var inverseRelationship: NSRelationshipDescription? {
        willSet { requireMutable() }
    }

    /// The greatest number of objects; 1 makes the relationship to-one, 0 means any number. 1 at first.
    open var maxCount = 1 {
        willSet { requireMutable() }
    }

    /// The least number of objects when a non-empty relationship is saved. 0 at first.
    open var minCount = 0 {
        willSet { requireMutable() }
    }

    /// What happens to the other end when an object is deleted. Nullify at first.
    open var deleteRule: NSDeleteRule = .nullifyDeleteRule {
        willSet { requireMutable() }
    }

    /// Whether the relationship holds a set: true unless ``maxCount`` is 1.
    public final var isToMany: Bool { maxCount != 1 }

    /// Whether a to-many relationship keeps its objects in order.
    open var isOrdered = false {
        willSet { requireMutable() }
    }

    internal override func copyState(to copy: NSPropertyDescription) {
        super.copyState(to: copy)
        guard let copy = copy as? NSRelationshipDescription else { return }
        copy.destinationEntity = destinationEntity
        copy.inverseRelationship = inverseRelationship
        copy.maxCount = maxCount
        copy.minCount = minCount
        copy.deleteRule = deleteRule
        copy.isOrdered = isOrdered
    }
}
