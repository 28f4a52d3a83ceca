/// A relationship as a model file states it.
public struct ModelRelationship: Sendable, Hashable {
    public var name: String
    public var destinationEntity: String
    public var isOptional = false
    public var isTransient = false
    public var isToMany = false
    public var isOrdered = false
    public var minCount: Int?
    public var maxCount: Int?
    public var deletionRule: ModelDeletionRule
    public var inverseName: String?
    public var inverseEntity: String?
    public var isSyncable = false
    public var isIndexed = false
    public var isSpotlightIndexed = false
    public var isStoredInTruthFile = false
    public var versionHashModifier: String?
    /// The renaming identifier: the relationship's name in the version a migration starts from.
    public var elementID: String?
    public var userInfo: [ModelUserInfoEntry] = []
    /// Attributes of the XML element this module has no name for.
    public var otherAttributes: [String: String] = [:]
    /// Where the relationship stands in its file.
    public var line = SourceLine()

    /// Makes a to-one relationship that is not optional and has no inverse.
    public init(name: String, destinationEntity: String, deletionRule: ModelDeletionRule = .nullify) {
        self.name = name
        self.destinationEntity = destinationEntity
        self.deletionRule = deletionRule
    }

    /// The greatest number of objects: 1 for a to-one relationship, 0 for any number.
    public var effectiveMaxCount: Int {
        maxCount ?? (isToMany ? 0 : 1)
    }
}

extension ModelRelationship {
    init(_ node: ModelNode) throws(ModelFileError) {
        var reader = ModelNodeReader(node)
        name = try reader.required("name")
        destinationEntity = try reader.required("destinationEntity")
        isOptional = try reader.flag("optional")
        isTransient = try reader.flag("transient")
        isToMany = try reader.flag("toMany")
        isOrdered = try reader.flag("ordered")
        minCount = try reader.integer("minCount")
        maxCount = try reader.integer("maxCount")
        deletionRule = try reader.word("deletionRule", of: ModelDeletionRule.self) ?? .nullify
        inverseName = reader.text("inverseName")
        inverseEntity = reader.text("inverseEntity")
        isSyncable = try reader.flag("syncable")
        isIndexed = try reader.flag("indexed")
        isSpotlightIndexed = try reader.flag("spotlightIndexingEnabled")
        isStoredInTruthFile = try reader.flag("storedInTruthFile")
        versionHashModifier = reader.text("versionHashModifier")
        elementID = reader.text("elementID")
        userInfo = try [ModelUserInfoEntry](childrenOf: node)
        otherAttributes = reader.others
        line = node.line
    }

    var node: ModelNode {
        var node = ModelNode("relationship")
        node.set("name", name)
        node.set("optional", isOptional)
        node.set("transient", isTransient)
        node.set("toMany", isToMany)
        node.set("minCount", minCount)
        node.set("maxCount", maxCount)
        node.set("deletionRule", deletionRule.rawValue)
        node.set("ordered", isOrdered)
        node.set("destinationEntity", destinationEntity)
        node.set("inverseName", inverseName)
        node.set("inverseEntity", inverseEntity)
        node.set("spotlightIndexingEnabled", isSpotlightIndexed)
        node.set("storedInTruthFile", isStoredInTruthFile)
        node.set("versionHashModifier", versionHashModifier)
        node.set("indexed", isIndexed)
        node.set("elementID", elementID)
        node.set("syncable", isSyncable)
        node.set(otherAttributes)
        node.children = userInfo.nodes
        return node
    }
}
