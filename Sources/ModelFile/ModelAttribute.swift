/// An attribute as a model file states it.
public struct ModelAttribute: Sendable, Hashable {
    public var name: String
    public var type: ModelAttributeType
    public var isOptional = false
    public var isTransient = false
    public var isSyncable = false
    /// Whether generated accessors use Swift's numbers; nil where the file leaves it open, which means no.
    public var usesScalarValueType: Bool?
    /// The value new objects start with, in the notation of the type.
    public var defaultValueString: String?
    /// A date's default, in seconds since 2001-01-01 00:00 UTC.
    public var defaultDateTimeInterval: Double?
    /// The least value, or a string's least length.
    public var minValueString: String?
    /// The greatest value, or a string's greatest length.
    public var maxValueString: String?
    /// The earliest date, in seconds since 2001-01-01 00:00 UTC.
    public var minDateTimeInterval: Double?
    /// The latest date, in seconds since 2001-01-01 00:00 UTC.
    public var maxDateTimeInterval: Double?
    /// A regular expression a string has to match as a whole.
    public var regularExpressionString: String?
    /// The transformer of a transformable attribute.
    public var valueTransformerName: String?
    /// The class of a transformable attribute's values.
    public var customClassName: String?
    public var allowsExternalBinaryDataStorage = false
    public var preservesAfterDeletion = false
    public var allowsCloudEncryption = false
    /// Whether the store computes the value, from ``derivationExpression``.
    public var isDerived = false
    public var derivationExpression: String?
    /// For a composite attribute: the name of the ``ModelComposite`` that lists its parts.
    public var composite: String?
    /// Whether a single-column index was asked for, in the manner of models before fetch indexes.
    public var isIndexed = false
    public var isSpotlightIndexed = false
    public var isStoredInTruthFile = false
    public var versionHashModifier: String?
    /// The renaming identifier: the attribute's name in the version a migration starts from.
    public var elementID: String?
    public var userInfo: [ModelUserInfoEntry] = []
    /// Attributes of the XML element this module has no name for.
    public var otherAttributes: [String: String] = [:]
    /// Where the attribute stands in its file.
    public var line = SourceLine()

    /// Makes an attribute that is not optional.
    public init(name: String, type: ModelAttributeType) {
        self.name = name
        self.type = type
    }
}

extension ModelAttribute {
    init(_ node: ModelNode) throws(ModelFileError) {
        var reader = ModelNodeReader(node)
        name = try reader.required("name")
        type = try reader.word("attributeType", of: ModelAttributeType.self) ?? .undefined
        isOptional = try reader.flag("optional")
        isTransient = try reader.flag("transient")
        isSyncable = try reader.flag("syncable")
        usesScalarValueType = try reader.optionalFlag("usesScalarValueType")
        defaultValueString = reader.text("defaultValueString")
        defaultDateTimeInterval = try reader.seconds("defaultDateTimeInterval")
        minValueString = reader.text("minValueString")
        maxValueString = reader.text("maxValueString")
        minDateTimeInterval = try reader.seconds("minDateTimeInterval")
        maxDateTimeInterval = try reader.seconds("maxDateTimeInterval")
        regularExpressionString = reader.text("regularExpressionString")
        valueTransformerName = reader.text("valueTransformerName")
        customClassName = reader.text("customClassName")
        allowsExternalBinaryDataStorage = try reader.flag("allowsExternalBinaryDataStorage")
        preservesAfterDeletion = try reader.flag("preserveAfterDeletion")
        allowsCloudEncryption = try reader.flag("allowsCloudEncryption")
        isDerived = try reader.flag("derived")
        derivationExpression = reader.text("derivationExpression")
        composite = reader.text("composite")
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
        var node = ModelNode("attribute")
        node.set("name", name)
        node.set("optional", isOptional)
        node.set("transient", isTransient)
        node.set("attributeType", type == .undefined ? nil : type.rawValue)
        node.set("allowsCloudEncryption", allowsCloudEncryption)
        node.set("allowsExternalBinaryDataStorage", allowsExternalBinaryDataStorage)
        node.set("composite", composite)
        node.set("minDateTimeInterval", seconds: minDateTimeInterval)
        node.set("minValueString", minValueString)
        node.set("maxDateTimeInterval", seconds: maxDateTimeInterval)
        node.set("maxValueString", maxValueString)
        node.set("defaultDateTimeInterval", seconds: defaultDateTimeInterval)
        node.set("defaultValueString", defaultValueString)
        node.set("derived", isDerived)
        node.set("derivationExpression", derivationExpression)
        node.set("regularExpressionString", regularExpressionString)
        node.set("spotlightIndexingEnabled", isSpotlightIndexed)
        node.set("storedInTruthFile", isStoredInTruthFile)
        node.set("usesScalarValueType", usesScalarValueType.map { $0 ? "YES" : "NO" })
        node.set("valueTransformerName", valueTransformerName)
        node.set("customClassName", customClassName)
        node.set("preserveAfterDeletion", preservesAfterDeletion)
        node.set("versionHashModifier", versionHashModifier)
        node.set("indexed", isIndexed)
        node.set("elementID", elementID)
        node.set("syncable", isSyncable)
        node.set(otherAttributes)
        node.children = userInfo.nodes
        return node
    }
}
