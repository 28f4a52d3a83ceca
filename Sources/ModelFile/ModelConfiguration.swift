/// A configuration as a model file states it: entities that share a store.
public struct ModelConfiguration: Sendable, Hashable {
    public var name: String
    /// The names of the entities.
    public var memberEntities: [String]
    /// Attributes of the XML element this module has no name for.
    public var otherAttributes: [String: String] = [:]
    /// Where the configuration stands in its file.
    public var line = SourceLine()

    /// Makes a configuration.
    public init(name: String, memberEntities: [String]) {
        self.name = name
        self.memberEntities = memberEntities
    }
}

extension ModelConfiguration {
    init(_ node: ModelNode) throws(ModelFileError) {
        var reader = ModelNodeReader(node)
        name = try reader.required("name")
        memberEntities = []
        for child in node.children where child.name == "memberEntity" {
            var member = ModelNodeReader(child)
            memberEntities.append(try member.required("name"))
        }
        otherAttributes = reader.others
        line = node.line
    }

    var node: ModelNode {
        var node = ModelNode("configuration")
        node.set("name", name)
        node.set(otherAttributes)
        node.children = memberEntities.map { member in
            var node = ModelNode("memberEntity")
            node.set("name", member)
            return node
        }
        return node
    }
}
