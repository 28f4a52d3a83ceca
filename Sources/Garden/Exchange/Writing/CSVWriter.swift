import Foundation

/// Writes tables by RFC 4180: commas, CRLF, quotes where they are needed, and UTF-8 with a byte order mark, without
/// which spreadsheets take it for another encoding.
struct CSVWriter {
    private var output: ExportOutput
    private var progress: StepProgress
    private var done = 0

    init(_ output: ExportOutput, progress: StepProgress) {
        self.output = output
        self.progress = progress
    }

    /// Plants with their sowings: a row a sowing, and one for a plant without any.
    mutating func writePlants(_ contents: GardenContents) throws {
        try begin(PlantColumn.allCases.map(\.title))
        for plant in contents.plants {
            let (genus, species, id) = (plant.name.genus, plant.name.species, Self.text(plant.id))
            if plant.sowings.isEmpty { try row([genus, species, "", "", "", id, ""]) }
            for sowing in plant.sowings {
                try row([
                    genus, species, sowing.day.iso, String(sowing.seeds), sowing.note ?? "", id, Self.text(sowing.id),
                ])
            }
        }
        try output.flush()
    }

    /// Lists with their items: a row an item, and one for an empty list.
    mutating func writeLists(_ contents: GardenContents) throws {
        try begin(ListColumn.allCases.map(\.title))
        for list in contents.lists {
            let id = Self.text(list.id)
            if list.items.isEmpty { try row([list.name, "", "", id, ""]) }
            for item in list.items {
                try row([list.name, item.name, DoneText.of(item.isDone ?? false), id, Self.text(item.id)])
            }
        }
        try output.flush()
    }

    private static func text(_ id: UUID?) -> String { id?.uuidString ?? "" }

    private mutating func begin(_ titles: [String]) throws {
        try output.add("\u{FEFF}" + titles.joined(separator: ",") + "\r\n")
    }

    private mutating func row(_ cells: [String]) throws {
        try output.add(cells.map { Self.quoted(FormulaGuard.guarded($0)) }.joined(separator: ",") + "\r\n")
        done += 1
        progress.done(done)
    }

    /// Semicolons and tabs are quoted as well: others take them for what parts the cells.
    private static func quoted(_ cell: String) -> String {
        let needsQuotes = cell.utf8.contains { byte in
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""), UInt8(ascii: "\t"), 0x0A, 0x0D: true
            default: false
            }
        }
        guard needsQuotes else { return cell }
        return "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
