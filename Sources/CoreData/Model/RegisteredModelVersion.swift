/// One version of a compiled-in model. Made by generated code.
public struct RegisteredModelVersion: Sendable {
    /// The version's name: its `.xcdatamodel` folder without the extension.
    public let name: String
    /// The version's source: the XML of its `contents` file.
    public let source: String

    /// Makes a version.
    public init(name: String, source: String) {
        self.name = name
        self.source = source
    }
}
