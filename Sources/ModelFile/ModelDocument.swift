/// One version of a model: what the `contents` file of an `.xcdatamodel` folder says.
public struct ModelDocument: Sendable, Hashable {
    /// The name some versions of the editor write into the file.
    public var name: String?
    /// What a developer tells versions of the model apart by.
    public var userDefinedModelVersionIdentifier: String?
    /// The kind of document, `com.apple.IDECoreDataModeler.DataModel` in files of the editor.
    public var type: String?
    public var documentVersion: String?
    public var lastSavedToolsVersion: String?
    public var systemVersion: String?
    public var minimumToolsVersion: String?
    public var macOSVersion: String?
    public var iOSVersion: String?
    /// The language code is generated in by default.
    public var sourceLanguage: String?
    public var isUsedWithCloudKit = false
    public var isUsedWithSwiftData = false
    public var entities: [ModelEntity] = []
    public var fetchRequests: [ModelFetchRequest] = []
    public var configurations: [ModelConfiguration] = []
    public var composites: [ModelComposite] = []
    /// The diagram of the editor.
    public var elements: [ModelDiagramElement] = []
    /// Attributes of the XML element this module has no name for.
    public var otherAttributes: [String: String] = [:]

    /// Makes an empty model.
    public init() {}

    /// The entity of a name.
    /// - Complexity: O(number of entities).
    public func entity(named name: String) -> ModelEntity? {
        entities.first { $0.name == name }
    }

    /// Whether a text can be the name of an entity, a property or an element: names stand in SQL, in key paths and in
    /// formats, so they have letters, digits and underscores.
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isIDContinue }
    }

    /// The columns that a table of SQLite may have.
    public static let mostColumns = 2000

    /// The paths of the elements of a composite attribute, and of theirs, such as `place.latitude`; none for another.
    ///
    /// Composites within composites can come to any number: there are no more than ``mostColumns`` of them.
    public func elementPaths(of attribute: ModelAttribute) -> [String] {
        var paths: [String] = []
        addElementPaths(of: attribute, from: attribute.name, atMost: composites.count, to: &paths)
        return paths
    }

    private func addElementPaths(
        of attribute: ModelAttribute, from path: String, atMost depth: Int, to paths: inout [String]
    ) {
        guard depth > 0, let name = attribute.composite, let composite = composites.first(where: { $0.name == name })
        else { return }
        for element in composite.attributes where paths.count < Self.mostColumns {
            let path = "\(path).\(element.name)"
            paths.append(path)
            addElementPaths(of: element, from: path, atMost: depth - 1, to: &paths)
        }
    }

    /// An entity's ancestors, its parent first. Ends where a parent is missing or comes again.
    public func ancestors(of entity: ModelEntity) -> [ModelEntity] {
        var ancestors: [ModelEntity] = []
        var seen: Set<String> = [entity.name]
        var next = entity.parentEntity
        while let name = next, seen.insert(name).inserted, let parent = self.entity(named: name) {
            ancestors.append(parent)
            next = parent.parentEntity
        }
        return ancestors
    }
}
