/// A fetch request as a model file states it: a template of the model, or the request of a fetched
/// property.
public struct ModelFetchRequest: Sendable, Hashable {
    public var name: String
    /// The name of the entity that is fetched.
    public var entity: String
    public var predicateString: String?
    public var fetchLimit: Int?
    public var fetchBatchSize: Int?
    /// The number of the result type: 0 objects, 1 object IDs, 2 dictionaries; nil means objects.
    public var resultType: Int?
    /// As the file states it; nil leaves a fetch request's own default.
    public var includesSubentities: Bool?
    public var includesPropertyValues: Bool?
    public var includesPendingChanges: Bool?
    public var returnsObjectsAsFaults: Bool?
    public var returnsDistinctResults: Bool?
    /// Attributes of the XML element this module has no name for.
    public var otherAttributes: [String: String] = [:]
    /// Where the fetch request stands in its file.
    public var line = SourceLine()

    /// Makes a request for all objects of an entity.
    public init(name: String, entity: String) {
        self.name = name
        self.entity = entity
    }
}

extension ModelFetchRequest {
    init(_ node: ModelNode) throws(ModelFileError) {
        var reader = ModelNodeReader(node)
        name = try reader.required("name")
        entity = try reader.required("entity")
        predicateString = reader.text("predicateString")
        fetchLimit = try reader.integer("fetchLimit")
        fetchBatchSize = try reader.integer("fetchBatchSize")
        resultType = try reader.integer("resultType")
        includesSubentities = try reader.optionalFlag("includeSubentities")
        includesPropertyValues = try reader.optionalFlag("includePropertyValues")
        includesPendingChanges = try reader.optionalFlag("includesPendingChanges")
        returnsObjectsAsFaults = try reader.optionalFlag("returnObjectsAsFaults")
        returnsDistinctResults = try reader.optionalFlag("returnDistinctResults")
        otherAttributes = reader.others
        line = node.line
    }

    var node: ModelNode {
        func word(_ flag: Bool?) -> String? { flag.map { $0 ? "YES" : "NO" } }
        var node = ModelNode("fetchRequest")
        node.set("name", name)
        node.set("entity", entity)
        node.set("predicateString", predicateString)
        node.set("resultType", resultType)
        node.set("fetchLimit", fetchLimit)
        node.set("fetchBatchSize", fetchBatchSize)
        node.set("includeSubentities", word(includesSubentities))
        node.set("includePropertyValues", word(includesPropertyValues))
        node.set("includesPendingChanges", word(includesPendingChanges))
        node.set("returnObjectsAsFaults", word(returnsObjectsAsFaults))
        node.set("returnDistinctResults", word(returnsDistinctResults))
        node.set(otherAttributes)
        return node
    }
}
