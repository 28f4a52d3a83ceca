/// One entry of the free information an entity or property carries.
public struct ModelUserInfoEntry: Sendable, Hashable {
    /// The entry's key.
    public var key: String
    /// The entry's value.
    public var value: String

    /// Makes an entry.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

extension [ModelUserInfoEntry] {
    /// Reads the `<userInfo>` elements among an element's children.
    init(childrenOf node: ModelNode) throws(ModelFileError) {
        self = []
        for info in node.children where info.name == "userInfo" {
            for child in info.children where child.name == "entry" {
                var entry = ModelNodeReader(child)
                append(ModelUserInfoEntry(key: try entry.required("key"), value: entry.text("value") ?? ""))
            }
        }
    }

    /// The `<userInfo>` element; none for no entries.
    var nodes: [ModelNode] {
        if isEmpty { return [] }
        var info = ModelNode("userInfo")
        info.children = map { entry in
            var node = ModelNode("entry")
            node.set("key", entry.key)
            node.set("value", entry.value)
            return node
        }
        return [info]
    }
}
