import Foundation

/// The files beside the store that one save writes, and those it makes useless.
///
/// A file is on the disk before the row that names it is committed, and is removed only when no committed row
/// names it. So wherever a save is cut off, no row names a file that is not there.
final class ExternalDataSave {
    private let folder: ExternalDataFolder?
    private var written: [Place: String] = [:]
    private var orphans: Set<String> = []

    private struct Place: Hashable {
        let key: ObjectKey
        let slot: Int
    }

    /// - Parameter folder: where the files go; nil keeps all values in their columns.
    init(_ folder: ExternalDataFolder?) { self.folder = folder }

    /// What is to stand in the column for some bytes. Long ones are written to a file.
    func column(for bytes: UnsafeRawBufferPointer, of key: ObjectKey, slot: Int) throws -> Data {
        guard let folder, bytes.count > ExternalForm.longestHere else { return ExternalForm.here(Data(bytes)).column }
        let place = Place(key: key, slot: slot)
        // A row that was in the way of another is written twice in one save.
        if let name = written[place] { return ExternalForm.file(name).column }
        let name = UUID().uuidString
        written[place] = name
        try folder.write(bytes, to: name)
        return ExternalForm.file(name).column
    }

    /// A row stops naming the file that its column named, if it did.
    func orphan(_ column: Data?) {
        if let column, case .file(let name) = ExternalForm(column) { orphans.insert(name) }
    }

    /// To be called before the commit.
    func prepare() throws {
        if !written.isEmpty { try folder?.synchronize() }
    }

    /// The save is committed: what nobody names any more goes, once no query generation does either.
    func finish(store: SQLiteStore) {
        guard folder != nil, !orphans.isEmpty else { return }
        // With less than full synchronisation a power cut may still take the commit, and bring the names back.
        ExternalDataFolder.synchronize(store.path + "-wal")
        store.removeFiles(orphans)
    }

    /// The save was rolled back: nobody will ever name what it wrote.
    func undo() {
        for name in written.values { folder?.remove(name) }
    }
}
