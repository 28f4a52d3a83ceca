/// One version of a model on disk.
public struct ModelVersion: Sendable, Hashable {
    /// The version's name: its `.xcdatamodel` folder without the extension.
    public var name: String
    /// The path of its `contents` file.
    public var path: String
    /// The text of the file.
    public var source: String
    /// What the file says.
    public var document: ModelDocument

    /// Makes a version.
    public init(name: String, path: String, source: String, document: ModelDocument) {
        self.name = name
        self.path = path
        self.source = source
        self.document = document
    }
}
