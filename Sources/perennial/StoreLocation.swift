import Foundation
import Garden

/// Where the store is: the file given by `--store`, or the one in the user's data folder.
struct StoreLocation: Sendable {
    /// The name of the store's file where only its folder is given.
    static let fileName = "Garden.sqlite"

    /// The option, for every command that opens the store.
    static let option = Option(
        "--store", value: "PATH", "The file that holds the garden (default: \(fileName) in the data folder).")

    /// The store's file.
    let file: URL

    /// - Parameters:
    ///   - path: what `--store` says: a file, or a folder that holds one called `Garden.sqlite`; `nil` for the
    ///     default.
    ///   - environment: where `XDG_DATA_HOME` and `HOME` are looked up.
    /// - Throws: ``UsageError`` if `path` is empty, or it is `nil` and there is no home folder.
    init(_ path: String?, environment: [String: String] = ProcessInfo.processInfo.environment)
        throws(UsageError)
    {
        if let path {
            guard !path.isEmpty else { throw UsageError("--store needs the path of a file.") }
            let url = URL(fileURLWithPath: path)
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            let named =
                path.hasSuffix("/") || exists && isFolder.boolValue
                ? url.appendingPathComponent(Self.fileName) : url
            // What belongs to a store is beside its file, not beside a link to it.
            file = named.resolvingSymlinksInPath()
        } else {
            file = try Self.dataFolder(environment).appendingPathComponent(Self.fileName)
        }
    }

    /// The folder of the program's data, by the rules of the XDG base directories: a path that is not absolute
    /// does not count.
    private static func dataFolder(_ environment: [String: String]) throws(UsageError) -> URL {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return URL(fileURLWithPath: data).appendingPathComponent("perennial")
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw UsageError("There is no home folder to keep the garden in; say where with --store PATH.")
        }
        return URL(fileURLWithPath: home).appendingPathComponent(".local/share/perennial")
    }

    /// Opens the house of the store, making its file where there is none.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be opened; its file is as it was.
    func openHouse() throws -> House {
        do {
            return try House(storeURL: House.storeURL(besides: file))
        } catch let error as GardenError {
            throw CommandFailure(error.message)
        }
    }

    /// Whether the house of the store has a password. Nothing is made to find that out.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be looked at.
    func hasPassword() throws -> Bool {
        guard PersistenceContainer.isThere(storeURL: House.storeURL(besides: file)) else { return false }
        let house = try openHouse()
        defer { try? house.close() }
        do {
            return try house.hasPassword
        } catch let error as GardenError {
            throw CommandFailure(error.message)
        }
    }

    /// Makes the store's folder if it is missing, readable by its owner alone, and tests that files can be
    /// written there.
    ///
    /// - Throws: ``CommandFailure`` if that cannot be done; nothing has changed then.
    func prepareFolder() throws {
        let folder = file.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFailure(
                "The folder \(folder.path) cannot be made; choose another place with --store PATH.")
        }
        guard access(folder.path, W_OK | X_OK) == 0 else {
            throw CommandFailure(
                "The folder \(folder.path) cannot be written to; choose another place with --store PATH.")
        }
    }
}
