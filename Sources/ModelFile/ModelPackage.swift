import Foundation

/// A model on disk with all its versions: an `.xcdatamodeld` folder, a single `.xcdatamodel` folder, or a
/// `contents` file alone.
public struct ModelPackage: Sendable, Hashable {
    /// The model's name: the folder's without the extension.
    public var name: String
    /// The versions, the current one first, then by name.
    public var versions: [ModelVersion]

    /// The version programs use.
    public var currentVersion: ModelVersion { versions[0] }

    /// Reads a model with all its versions.
    ///
    /// The current version is the one `.xccurrentversion` names; without that file the only one, or the one
    /// named as the model.
    /// - Parameter url: an `.xcdatamodeld` or `.xcdatamodel` folder, or a `contents` file.
    /// - Throws: ``ModelFileError`` when a file is missing or cannot be read.
    public init(contentsOf url: URL) throws(ModelFileError) {
        let name = url.deletingPathExtension().lastPathComponent
        guard url.pathExtension == "xcdatamodeld" else {
            let folder = url.pathExtension == "xcdatamodel" ? url : url.deletingLastPathComponent()
            let file = url.pathExtension == "xcdatamodel" ? url.appendingPathComponent("contents") : url
            let version = try Self.version(named: folder.deletingPathExtension().lastPathComponent, at: file)
            self.init(name: version.name, versions: [version])
            return
        }
        let folders = try Self.versionFolders(of: url)
        let current = try Self.currentVersionName(in: url, named: name, of: folders)
        var versions: [ModelVersion] = []
        for folder in folders {
            let file = url.appendingPathComponent(folder).appendingPathComponent("contents")
            versions.append(try Self.version(named: Self.stem(folder), at: file))
        }
        versions.sort {
            $0.name != $1.name && ($0.name == current || ($1.name != current && $0.name < $1.name))
        }
        self.init(name: name, versions: versions)
    }

    /// Every file a model on disk is made of, sorted: what a build depends on.
    /// - Parameter url: an `.xcdatamodeld` or `.xcdatamodel` folder.
    public static func files(of url: URL) -> [URL] {
        let enumerator = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
        var files: [URL] = []
        while let file = enumerator?.nextObject() as? URL {
            if !file.hasDirectoryPath { files.append(file) }
        }
        return files.sorted { $0.path < $1.path }
    }

    /// Makes a package of versions that were read before.
    /// - Precondition: there is at least one version.
    public init(name: String, versions: [ModelVersion]) {
        precondition(!versions.isEmpty, "A model has at least one version.")
        self.name = name
        self.versions = versions
    }

    private static func stem(_ folder: String) -> String {
        String(folder.dropLast(".xcdatamodel".count))
    }

    private static func version(named name: String, at file: URL) throws(ModelFileError) -> ModelVersion {
        let data = try read(file)
        let document = try ModelDocument(xml: data, file: file.path)
        return ModelVersion(
            name: name, path: file.path, source: String(decoding: data, as: UTF8.self), document: document)
    }

    private static func versionFolders(of url: URL) throws(ModelFileError) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        } catch {
            throw ModelFileError("The folder cannot be read.", file: url.path)
        }
        let folders = names.filter { $0.hasSuffix(".xcdatamodel") }.sorted()
        if folders.isEmpty {
            throw ModelFileError("The folder holds no .xcdatamodel.", file: url.path)
        }
        return folders
    }

    private static func currentVersionName(
        in url: URL, named name: String, of folders: [String]
    ) throws(ModelFileError) -> String {
        let marker = url.appendingPathComponent(".xccurrentversion")
        if FileManager.default.fileExists(atPath: marker.path) {
            let plist = try? PropertyListSerialization.propertyList(from: read(marker), format: nil)
            guard let entries = plist as? [String: Any] else {
                throw ModelFileError("The file is not a property list.", file: marker.path)
            }
            // The editor leaves an empty list when there is but one version.
            if let folder = entries["_XCCurrentVersionName"] as? String {
                guard folders.contains(folder) else {
                    throw ModelFileError("The current version “\(folder)” does not exist.", file: marker.path)
                }
                return stem(folder)
            }
        }
        if folders.count == 1 { return stem(folders[0]) }
        if folders.contains(name + ".xcdatamodel") { return name }
        throw ModelFileError(
            "The model has \(folders.count) versions; a file .xccurrentversion has to say which is current.",
            file: url.path)
    }

    private static func read(_ file: URL) throws(ModelFileError) -> Data {
        do {
            return try Data(contentsOf: file)
        } catch {
            throw ModelFileError("The file cannot be read.", file: file.path)
        }
    }
}
