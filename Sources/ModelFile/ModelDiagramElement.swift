/// Where an entity stands in the model editor's diagram.
public struct ModelDiagramElement: Sendable, Hashable {
    /// The entity's name.
    public var name: String
    /// Position and size, as the editor wrote them: kept, not read.
    public var geometry: [String: String]

    /// Makes an element.
    public init(name: String, geometry: [String: String]) {
        self.name = name
        self.geometry = geometry
    }
}

extension ModelDiagramElement {
    private static let order = ["positionX", "positionY", "width", "height"]

    init(_ node: ModelNode) throws(ModelFileError) {
        var reader = ModelNodeReader(node)
        name = try reader.required("name")
        geometry = reader.others
    }

    var node: ModelNode {
        var node = ModelNode("element")
        node.set("name", name)
        for key in Self.order { node.set(key, geometry[key]) }
        node.set(geometry.filter { !Self.order.contains($0.key) })
        return node
    }
}
