import Foundation

extension ModelDocument {
    /// Reads a model from the bytes of a `contents` file.
    ///
    /// Only the file's form is read here; ``problems()`` says whether its parts fit together.
    /// - Parameters:
    ///   - data: XML in UTF-8, at most 32 MiB.
    ///   - file: the path to name in errors.
    /// - Throws: what is wrong with the file, and on which line.
    public init(xml data: Data, file: String? = nil) throws(ModelFileError) {
        do {
            try self.init(ModelNodeParser.parse(data))
        } catch {
            throw ModelFileError(error.message, file: file, line: error.line)
        }
    }

    /// Reads a model from the text of a `contents` file.
    /// - Throws: what is wrong with the text, and on which line.
    public init(xml text: String) throws(ModelFileError) {
        try self.init(xml: Data(text.utf8))
    }

    /// The model as the text of a `contents` file, laid out as the editor does.
    public var xml: String {
        ModelNodeWriter.text(of: node)
    }

    private init(_ node: ModelNode) throws(ModelFileError) {
        guard node.name == "model" else {
            throw ModelFileError(
                "This is not a data model: it starts with <\(node.name)>, not with <model>.",
                line: node.line.number)
        }
        var reader = ModelNodeReader(node)
        name = reader.text("name")
        userDefinedModelVersionIdentifier = reader.text("userDefinedModelVersionIdentifier")
        type = reader.text("type")
        documentVersion = reader.text("documentVersion")
        lastSavedToolsVersion = reader.text("lastSavedToolsVersion")
        systemVersion = reader.text("systemVersion")
        minimumToolsVersion = reader.text("minimumToolsVersion")
        macOSVersion = reader.text("macOSVersion")
        iOSVersion = reader.text("iOSVersion")
        sourceLanguage = reader.text("sourceLanguage")
        isUsedWithCloudKit = try reader.flag("usedWithCloudKit")
        isUsedWithSwiftData = try reader.flag("usedWithSwiftData")
        otherAttributes = reader.others
        for child in node.children {
            switch child.name {
            case "entity": entities.append(try ModelEntity(child))
            case "fetchRequest": fetchRequests.append(try ModelFetchRequest(child))
            case "configuration": configurations.append(try ModelConfiguration(child))
            case "composite": composites.append(try ModelComposite(child))
            case "elements":
                for element in child.children where element.name == "element" {
                    elements.append(try ModelDiagramElement(element))
                }
            default:
                throw ModelFileError("<\(child.name)> has no place in a model.", line: child.line.number)
            }
        }
    }

    private var node: ModelNode {
        var node = ModelNode("model")
        node.set("name", name)
        // Editors before Xcode 8, which wrote no language either, put the identifier here, later ones at
        // the end.
        if sourceLanguage == nil {
            node.set("userDefinedModelVersionIdentifier", userDefinedModelVersionIdentifier)
        }
        node.set("type", type)
        node.set("documentVersion", documentVersion)
        node.set("lastSavedToolsVersion", lastSavedToolsVersion)
        node.set("systemVersion", systemVersion)
        node.set("minimumToolsVersion", minimumToolsVersion)
        node.set("macOSVersion", macOSVersion)
        node.set("iOSVersion", iOSVersion)
        node.set("sourceLanguage", sourceLanguage)
        node.set("usedWithCloudKit", isUsedWithCloudKit)
        node.set("usedWithSwiftData", isUsedWithSwiftData)
        node.set(otherAttributes)
        if sourceLanguage != nil {
            node.set("userDefinedModelVersionIdentifier", userDefinedModelVersionIdentifier)
        }
        node.children = entities.map(\.node) + fetchRequests.map(\.node) + configurations.map(\.node)
        node.children += composites.map(\.node)
        if !elements.isEmpty {
            var diagram = ModelNode("elements")
            diagram.children = elements.map(\.node)
            node.children.append(diagram)
        }
        return node
    }
}
