/// A model compiled into the program. Made by generated code.
public struct RegisteredModel: Sendable {
    /// The model's name: its `.xcdatamodeld` folder without the extension.
    public let name: String
    /// The module it was compiled into.
    public let module: String
    /// Its versions, the current one first.
    public let versions: [RegisteredModelVersion]
    /// The managed object classes of the current version.
    public let classes: [RegisteredClass]

    /// Makes an entry.
    public init(
        name: String, module: String, versions: [RegisteredModelVersion], classes: [RegisteredClass]
    ) {
        self.name = name
        self.module = module
        self.versions = versions
        self.classes = classes
    }
}
