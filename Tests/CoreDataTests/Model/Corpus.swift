import Foundation

/// Files made by Apple's tools that stand beside the package on some machines; they are no part of it.
enum Corpus {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpus")

    static let isPresent = FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("models").path)

    /// The file or folder at a path within the corpus.
    static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }
}
