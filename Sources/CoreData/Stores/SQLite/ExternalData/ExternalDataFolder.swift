import Foundation

/// The folder of the files beside a store: `.NAME_SUPPORT/_EXTERNAL_DATA`, where Apple's framework has it.
struct ExternalDataFolder: Sendable {
    let path: String
    private let store: String

    /// - Parameter store: the path of the store's file.
    init(besides store: String) {
        self.store = store
        let file = URL(fileURLWithPath: store)
        let name = ".\(file.deletingPathExtension().lastPathComponent)_SUPPORT"
        path =
            file.deletingLastPathComponent().appendingPathComponent(name)
            .appendingPathComponent("_EXTERNAL_DATA").path
    }

    private func path(_ name: String) -> String { path + "/" + name }

    func data(_ name: String) -> Data? {
        FileManager.default.contents(atPath: path(name))
    }

    func remove(_ name: String) { unlink(path(name)) }

    /// The name of another store that has this folder too, because its name differs in the extension alone; nil when
    /// there is none.
    var otherStore: String? {
        let file = URL(fileURLWithPath: store)
        let stem = file.deletingPathExtension().lastPathComponent
        let folder = file.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.first { name in
            guard name != file.lastPathComponent, (name as NSString).deletingPathExtension == stem,
                let handle = FileHandle(forReadingAtPath: folder.appendingPathComponent(name).path)
            else { return false }
            defer { try? handle.close() }
            return (try? handle.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
        }
    }

    /// How long a file is, in bytes; nil when there is none.
    func size(_ name: String) -> Int64? {
        var info = stat()
        return stat(path(name), &info) == 0 ? Int64(info.st_size) : nil
    }

    /// The files that a store may have put here.
    var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { UUID(uuidString: $0) != nil }
    }

    /// Writes a new file; it is on the disk when this returns.
    func write(_ bytes: UnsafeRawBufferPointer, to name: String) throws {
        try make()
        let descriptor = open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(name) }
        defer { close(descriptor) }
        var rest = bytes
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure(name) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        guard fsync(descriptor) == 0 else { throw failure(name) }
    }

    /// Copies a file of another store here; it is here in whole or not at all.
    /// - Returns: whether there is such a file.
    func copy(_ name: String, from other: ExternalDataFolder) throws -> Bool {
        guard let data = other.data(name) else {
            if access(other.path(name), F_OK) != 0 { return false }
            throw CocoaErrorText.error(
                NSFileReadUnknownError,
                "The file \(other.path(name)) of a large value cannot be read. Check its permissions.",
                [NSFilePathErrorKey: other.path(name)])
        }
        let unfinished = name + ".part"
        // Left by a copy that was cut off.
        remove(unfinished)
        do {
            try data.withUnsafeBytes { try write($0, to: unfinished) }
            guard rename(path(unfinished), path(name)) == 0 else { throw failure(name) }
        } catch {
            remove(unfinished)
            throw error
        }
        return true
    }

    /// Removes the folder where it holds nothing.
    func removeIfEmpty() {
        if rmdir(path) == 0 { rmdir((path as NSString).deletingLastPathComponent) }
    }

    /// Sees to it that the names of new files are on the disk too.
    func synchronize() throws {
        guard Self.synchronize(path) else { throw failure("") }
    }

    /// - Returns: whether what was written to a file or folder is on the disk.
    @discardableResult
    static func synchronize(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }

    private func make() throws {
        var info = stat()
        if stat(path, &info) == 0 { return }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch { throw failure("") }
        let support = (path as NSString).deletingLastPathComponent
        Self.synchronize(support)
        Self.synchronize((support as NSString).deletingLastPathComponent)
    }

    private func failure(_ name: String) -> NSError { CocoaErrorText.unwritable(path(name)) }
}
