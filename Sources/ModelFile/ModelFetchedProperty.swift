/// A fetched property as a model file states it.
public struct ModelFetchedProperty: Sendable, Hashable {
    public var name: String
    public var isOptional = false
    public var isSyncable = false
    /// What the property fetches; nil where the file has none.
    public var fetchRequest: ModelFetchRequest?
    public var versionHashModifier: String?
    /// The renaming identifier: the property's name in the version a migration starts from.
    public var elementID: String?
    public var userInfo: [ModelUserInfoEntry] = []
    /// Attributes of the XML element this module has no name for.
    public var otherAttributes: [String: String] = [:]
    /// Where the property stands in its file.
    public var line = SourceLine()

    /// Makes a fetched property that is not optional.
    public init(name: String, fetchRequest: ModelFetchRequest?) {
        self.name = name
        self.fetchRequest = fetchRequest
    }
}

extension ModelFetchedProperty {
    init(_ node: ModelNode) throws(ModelFileError) {
        var reader = ModelNodeReader(node)
        name = try reader.required("name")
        isOptional = try reader.flag("optional")
        isSyncable = try reader.flag("syncable")
        versionHashModifier = reader.text("versionHashModifier")
        elementID = reader.text("elementID")
        if let request = node.children.first(where: { $0.name == "fetchRequest" }) {
            fetchRequest = try ModelFetchRequest(request)
        }
        userInfo = try [ModelUserInfoEntry](childrenOf: node)
        otherAttributes = reader.others
        line = node.line
    }

    var node: ModelNode {
        var node = ModelNode("fetchedProperty")
        node.set("name", name)
        node.set("optional", isOptional)
        node.set("versionHashModifier", versionHashModifier)
        node.set("elementID", elementID)
        node.set("syncable", isSyncable)
        node.set(otherAttributes)
        node.children = (fetchRequest.map { [$0.node] } ?? []) + userInfo.nodes
        return node
    }
}
