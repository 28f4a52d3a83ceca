import Foundation

/// A computed column of a fetch that returns dictionaries. Never part of an entity.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
    /// What the column holds.
    open var expression: NSExpression? {
        willSet { requireMutable() }
    }

    /// The type of the column's values.
    open var expressionResultType: NSAttributeType = .undefinedAttributeType {
        willSet { requireMutable() }
    }

    /// The type of the column's values: ``expressionResultType`` under its short name.
    public final var resultType: NSAttributeDescription.AttributeType {
        get { NSAttributeDescription.AttributeType(rawValue: expressionResultType) }
        set { expressionResultType = newValue.rawValue }
    }

    internal override func copyState(to copy: NSPropertyDescription) {
        super.copyState(to: copy)
        guard let copy = copy as? NSExpressionDescription else { return }
        copy.expression = expression
        copy.expressionResultType = expressionResultType
    }
}
