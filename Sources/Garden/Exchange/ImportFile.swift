import Foundation

/// A file that is to be brought in, read and checked. The garden is not looked at yet.
public struct ImportFile: Sendable {
    /// What the file is, found by what is in it.
    public let format: ExportFormat
    let contents: GardenContents
    let pictures = FilePictures()

    /// The greatest size of a file, in bytes.
    public static let greatestSize = 1024 * 1024 * 1024

    /// Whether it holds nothing that could be brought in.
    public var isEmpty: Bool { contents.plants.isEmpty && contents.lists.isEmpty }

    /// Reads a file: JSON as `ExportViewModel` writes it, or a table of plants or lists.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, in UTF-8, or UTF-16 with a byte order mark.
    ///   - progress: Told how far it is.
    /// - Throws: What is wrong with it, and where. A file of which one line is wrong is not brought in at all, so that
    ///   it can be put right and brought in as a whole.
    public init(_ bytes: [UInt8], progress: @escaping WorkProgress.Report = { _ in }) throws(UnreadableFile) {
        try self.init(bytes, room: RecordRoom(), progress: progress)
    }

    /// - Parameter room: How much it may bring.
    init(
        _ bytes: [UInt8], room: RecordRoom, progress: @escaping WorkProgress.Report = { _ in }
    ) throws(UnreadableFile) {
        do {
            (format, contents) = try Self.read(bytes, room, progress)
        } catch let error as UnreadableFile {
            throw error
        } catch let fault as ImportFault {
            throw UnreadableFile([fault])
        } catch {
            throw UnreadableFile([ImportFault("", "The file cannot be read: \(error.localizedDescription)")])
        }
    }

    private static func read(
        _ bytes: [UInt8], _ room: RecordRoom, _ progress: @escaping WorkProgress.Report
    ) throws -> (ExportFormat, GardenContents) {
        guard bytes.count <= greatestSize else { throw ImportFault("", "The file has more than 1 GiB.") }
        for (start, sentence) in foreignFiles where bytes.starts(with: start) { throw ImportFault("", sentence) }
        let text = try FileText.utf8(bytes)
        let start = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let start else { throw ImportFault("", "The file is empty.") }
        if text.prefix(15).elementsEqual("BEGIN:VCALENDAR".utf8) {
            throw ImportFault("", "A calendar is not brought in: it does not say enough. JSON and CSV are.")
        }
        if start == UInt8(ascii: "{") || start == UInt8(ascii: "[") {
            var reader = JSONContentsReader(text, room: room, progress)
            return (.json, try reader.contents())
        }
        let step = StepProgress(.reading, of: text.count, progress)
        if let table = try CSVTable<PlantColumn>(text), table.has(.genus) {
            var reader = PlantTableReader(table, room: room, progress: step)
            return (.plants, try reader.read())
        }
        if let table = try CSVTable<ListColumn>(text), table.has(.list) {
            var reader = ListTableReader(table, room: room, progress: step)
            return (.lists, try reader.read())
        }
        throw ImportFault(
            "",
            "The file is neither JSON of Perennial nor a table with a column “Genus” or “List”: the first line has to name the columns."
        )
    }

    /// The beginnings of files that are taken for exports, and what to do with them.
    private static let foreignFiles: [([UInt8], String)] = [
        (Array("SQLite format 3\0".utf8), "The file is a store: “perennial backup --store” copies one."),
        ([0x50, 0x4B, 0x03, 0x04], "The file is no table yet: save it as “CSV UTF-8” in the spreadsheet."),
        ([0xD0, 0xCF, 0x11, 0xE0], "The file is no table yet: save it as “CSV UTF-8” in the spreadsheet."),
    ]
}
