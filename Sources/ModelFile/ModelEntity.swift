/// An entity as a model file states it.
public struct ModelEntity: Sendable, Hashable {
    public var name: String
    /// The class of the entity's objects as the file states it: `Plant`, `.Plant` (the current
    /// module's), `Module.Plant`.
    public var representedClassName: String?
    public var isAbstract = false
    /// The name of the entity this one inherits from.
    public var parentEntity: String?
    public var isSyncable = false
    /// What is generated at build time; nil for hand-written classes.
    public var codeGeneration: ModelCodeGeneration?
    public var attributes: [ModelAttribute] = []
    public var relationships: [ModelRelationship] = []
    public var fetchedProperties: [ModelFetchedProperty] = []
    public var fetchIndexes: [ModelFetchIndex] = []
    /// Compound indexes in the manner of models before fetch indexes: the property names of each.
    public var compoundIndexes: [[String]] = []
    /// The attribute names of each uniqueness constraint, in the order of declaration.
    public var uniquenessConstraints: [[String]] = []
    public var versionHashModifier: String?
    /// The renaming identifier: the entity's name in the version a migration starts from.
    public var elementID: String?
    public var userInfo: [ModelUserInfoEntry] = []
    /// Attributes of the XML element this module has no name for.
    public var otherAttributes: [String: String] = [:]
    /// Where the entity stands in its file.
    public var line = SourceLine()

    /// Makes an entity without properties.
    public init(name: String) {
        self.name = name
    }

    /// The class's name without its module; nil where the file names none, and the class is
    /// `NSManagedObject`.
    public var className: String? {
        guard let name = representedClassName?.split(separator: ".").last.map(String.init),
            name != "NSManagedObject"
        else { return nil }
        return name
    }
}

extension ModelEntity {
    init(_ node: ModelNode) throws(ModelFileError) {
        var reader = ModelNodeReader(node)
        name = try reader.required("name")
        representedClassName = reader.text("representedClassName")
        isAbstract = try reader.flag("isAbstract")
        parentEntity = reader.text("parentEntity")
        isSyncable = try reader.flag("syncable")
        codeGeneration = try reader.word("codeGenerationType", of: ModelCodeGeneration.self)
        versionHashModifier = reader.text("versionHashModifier")
        elementID = reader.text("elementID")
        userInfo = try [ModelUserInfoEntry](childrenOf: node)
        otherAttributes = reader.others
        line = node.line
        for child in node.children {
            switch child.name {
            case "attribute": attributes.append(try ModelAttribute(child))
            case "relationship": relationships.append(try ModelRelationship(child))
            case "fetchedProperty": fetchedProperties.append(try ModelFetchedProperty(child))
            case "fetchIndex": fetchIndexes.append(try ModelFetchIndex(child))
            case "compoundIndexes":
                compoundIndexes += try Self.groups(in: child, of: "compoundIndex", member: "index")
            case "uniquenessConstraints":
                uniquenessConstraints += try Self.groups(
                    in: child, of: "uniquenessConstraint", member: "constraint")
            case "userInfo": break
            default:
                throw ModelFileError("<\(child.name)> has no place in an entity.", line: child.line.number)
            }
        }
    }

    var node: ModelNode {
        var node = ModelNode("entity")
        node.set("name", name)
        node.set("representedClassName", representedClassName)
        node.set("isAbstract", isAbstract)
        node.set("parentEntity", parentEntity)
        node.set("versionHashModifier", versionHashModifier)
        node.set("elementID", elementID)
        node.set("syncable", isSyncable)
        node.set("codeGenerationType", codeGeneration?.rawValue)
        node.set(otherAttributes)
        node.children = attributes.map(\.node) + relationships.map(\.node) + fetchedProperties.map(\.node)
        node.children += fetchIndexes.map(\.node)
        node.children += Self.node("compoundIndexes", compoundIndexes, of: "compoundIndex", member: "index")
        node.children += Self.node(
            "uniquenessConstraints", uniquenessConstraints, of: "uniquenessConstraint", member: "constraint")
        node.children += userInfo.nodes
        return node
    }

    /// Reads groups of names: `<of><member value="…"/>…</of>…`.
    private static func groups(
        in node: ModelNode, of group: String, member: String
    ) throws(ModelFileError) -> [[String]] {
        var groups: [[String]] = []
        for child in node.children where child.name == group {
            var names: [String] = []
            for element in child.children where element.name == member {
                var reader = ModelNodeReader(element)
                names.append(try reader.required("value"))
            }
            groups.append(names)
        }
        return groups
    }

    /// Writes groups of names; nothing for no groups.
    private static func node(
        _ name: String, _ groups: [[String]], of group: String, member: String
    ) -> [ModelNode] {
        if groups.isEmpty { return [] }
        var node = ModelNode(name)
        node.children = groups.map { names in
            var child = ModelNode(group)
            child.children = names.map { name in
                var element = ModelNode(member)
                element.set("value", name)
                return element
            }
            return child
        }
        return [node]
    }
}
