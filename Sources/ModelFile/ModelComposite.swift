/// The parts of composite attributes as a model file states them.
public struct ModelComposite: Sendable, Hashable {
    public var name: String
    public var attributes: [ModelAttribute]
    public var userInfo: [ModelUserInfoEntry] = []
    /// Attributes of the XML element this module has no name for.
    public var otherAttributes: [String: String] = [:]
    /// Where the composite stands in its file.
    public var line = SourceLine()

    /// Makes a composite.
    public init(name: String, attributes: [ModelAttribute]) {
        self.name = name
        self.attributes = attributes
    }
}

extension ModelComposite {
    init(_ node: ModelNode) throws(ModelFileError) {
        var reader = ModelNodeReader(node)
        name = try reader.required("name")
        attributes = []
        for child in node.children where child.name == "attribute" {
            attributes.append(try ModelAttribute(child))
        }
        userInfo = try [ModelUserInfoEntry](childrenOf: node)
        otherAttributes = reader.others
        line = node.line
    }

    var node: ModelNode {
        var node = ModelNode("composite")
        node.set("name", name)
        node.set(otherAttributes)
        node.children = attributes.map(\.node) + userInfo.nodes
        return node
    }
}
