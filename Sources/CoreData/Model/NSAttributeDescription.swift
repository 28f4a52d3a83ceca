import Foundation

/// A property that holds a value: a number, a text, a date, bytes.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    /// The type of the attribute's values. ``AttributeType/undefined`` (a transient attribute's type) at
    /// first.
    open var attributeType: NSAttributeType = .undefinedAttributeType {
        willSet { requireMutable() }
    }

    /// The class of the values. Follows from ``attributeType`` unless it was set.
    open var attributeValueClassName: String? {
        get { explicitValueClassName ?? attributeType.valueClassName }
        set {
            requireMutable()
            explicitValueClassName = newValue
        }
    }
    internal final var explicitValueClassName: String?

    /// The value a new object starts with.
    open var defaultValue: Any? {
        willSet { requireMutable() }
    }

    /// For a transformable attribute: the name of the value transformer that turns values into bytes.
    open var valueTransformerName: String? {
        willSet { requireMutable() }
    }

    /// Whether large binary values may be kept in files of their own beside the store.
    open var allowsExternalBinaryDataStorage = false {
        willSet { requireMutable() }
    }

    /// Whether the value of a deleted object is kept in its tombstone in the persistent history.
    open var preservesValueInHistoryOnDeletion = false {
        willSet { requireMutable() }
    }

    /// Whether a cloud mirror may encrypt the value. Kept for model files; nothing here reads it.
    open var allowsCloudEncryption = false {
        willSet { requireMutable() }
    }

    /// The bounds a model file states. Faster to check than the predicates they stand for.
    internal final var validationLimits: ValidationLimits?

    /// Sets the predicates that values are validated with, and what is said when one fails; they replace
    /// the bounds that came from a model file.
    open override func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
        super.setValidationPredicates(validationPredicates, withValidationWarnings: validationWarnings)
        validationLimits = nil
    }

    internal override func copyState(to copy: NSPropertyDescription) {
        super.copyState(to: copy)
        guard let copy = copy as? NSAttributeDescription else { return }
        copy.attributeType = attributeType
        copy.explicitValueClassName = explicitValueClassName
        copy.defaultValue = defaultValue
        copy.valueTransformerName = valueTransformerName
        copy.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
        copy.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
        copy.allowsCloudEncryption = allowsCloudEncryption
        copy.validationLimits = validationLimits
    }
}

extension NSAttributeType {
    /// The class Apple names for values of this type; nil where the type does not decide it.
    internal var valueClassName: String? {
        switch self {
        case .undefinedAttributeType, .transformableAttributeType: nil
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
            .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
            "NSNumber"
        case .decimalAttributeType: "NSDecimalNumber"
        case .stringAttributeType: "NSString"
        case .dateAttributeType: "NSDate"
        case .binaryDataAttributeType: "NSData"
        case .UUIDAttributeType: "NSUUID"
        case .URIAttributeType: "NSURL"
        case .objectIDAttributeType: "NSManagedObjectID"
        case .compositeAttributeType: "NSDictionary"
        }
    }
}
