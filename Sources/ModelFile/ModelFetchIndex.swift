/// A fetch index as a model file states it.
public struct ModelFetchIndex: Sendable, Hashable {
    public var name: String
    /// The columns, the leading one first.
    public var elements: [ModelFetchIndexElement]
    /// Only objects this predicate is true for are in the index.
    public var partialIndexPredicate: String?
    /// Attributes of the XML element this module has no name for.
    public var otherAttributes: [String: String] = [:]
    /// Where the index stands in its file.
    public var line = SourceLine()

    /// Makes an index.
    public init(name: String, elements: [ModelFetchIndexElement]) {
        self.name = name
        self.elements = elements
    }
}

extension ModelFetchIndex {
    init(_ node: ModelNode) throws(ModelFileError) {
        var reader = ModelNodeReader(node)
        name = try reader.required("name")
        partialIndexPredicate = reader.text("partialIndexPredicate")
        elements = []
        for child in node.children where child.name == "fetchIndexElement" {
            elements.append(try ModelFetchIndexElement(child))
        }
        otherAttributes = reader.others
        line = node.line
    }

    var node: ModelNode {
        var node = ModelNode("fetchIndex")
        node.set("name", name)
        node.set("partialIndexPredicate", partialIndexPredicate)
        node.set(otherAttributes)
        node.children = elements.map(\.node)
        return node
    }
}
