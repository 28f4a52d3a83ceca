/// One column of a fetch index as a model file states it: a property, or an expression.
public struct ModelFetchIndexElement: Sendable, Hashable {
    /// How the values of a column are arranged.
    public enum Arrangement: String, Sendable, Hashable, CaseIterable {
        case binary = "Binary"
        case rTree = "RTree"
    }

    /// The direction of a column.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        case ascending
        case descending
    }

    /// The indexed property's name; nil for an expression.
    public var property: String?
    /// The indexed expression; nil for a property.
    public var expression: String?
    /// The type of the expression's values.
    public var expressionType: ModelAttributeType?
    public var arrangement: Arrangement = .binary
    public var order: Order = .ascending
    /// Attributes of the XML element this module has no name for.
    public var otherAttributes: [String: String] = [:]

    /// Makes an ascending column for a property.
    public init(property: String) {
        self.property = property
    }
}

extension ModelFetchIndexElement {
    init(_ node: ModelNode) throws(ModelFileError) {
        var reader = ModelNodeReader(node)
        property = reader.text("property")
        expression = reader.text("expression")
        expressionType = try reader.word("expressionType", of: ModelAttributeType.self)
        arrangement = try reader.word("type", of: Arrangement.self) ?? .binary
        order = try reader.word("order", of: Order.self) ?? .ascending
        if property == nil && expression == nil {
            throw reader.fault("<fetchIndexElement> has neither a property nor an expression.")
        }
        otherAttributes = reader.others
    }

    var node: ModelNode {
        var node = ModelNode("fetchIndexElement")
        node.set("property", property)
        node.set("expression", expression)
        node.set("expressionType", expressionType?.rawValue)
        node.set("type", arrangement.rawValue)
        node.set("order", order.rawValue)
        node.set(otherAttributes)
        return node
    }
}
