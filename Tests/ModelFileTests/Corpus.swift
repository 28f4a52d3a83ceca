import Foundation

/// Real models that stand beside the package on some machines; they belong to their authors and are no
/// part of it.
enum Corpus {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/corpus")

    static let isPresent = FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("models").path)

    /// The paths of every file that holds a source model, in a stable order.
    static let contents: [String] = paths.filter { path in
        guard let data = FileManager.default.contents(atPath: path) else { return false }
        return data.prefix(2000).range(of: Data("<model".utf8)) != nil
    }

    /// The paths of every `.xcdatamodeld` folder, in a stable order.
    static let packages: [String] = paths.filter { $0.hasSuffix(".xcdatamodeld") }

    private static var paths: [String] {
        let models = folder.appendingPathComponent("models").path
        let paths = FileManager.default.enumerator(atPath: models)?.compactMap { $0 as? String } ?? []
        return paths.sorted().map { models + "/" + $0 }
    }
}
