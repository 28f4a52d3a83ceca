import Foundation

/// Writes the garden as one JSON file: a sowing or an item a line, keys always in the same order, so that two
/// exports of one garden differ in `exportedAt` alone and a comparison of two files shows what changed.
struct JSONWriter {
    /// What the key `format` says.
    static let format = "perennial"
    /// What the key `version` says. A reader refuses a greater one.
    static let version = 1

    private var output: ExportOutput
    private let picture: (GardenKind, UUID) throws -> Data?
    private var progress: StepProgress
    private var done = 0

    /// - Parameters:
    ///   - picture: Reads the picture of a plant or an item from the garden.
    init(
        _ output: ExportOutput, progress: StepProgress, picture: @escaping (GardenKind, UUID) throws -> Data?
    ) {
        self.output = output
        self.progress = progress
        self.picture = picture
    }

    /// - Parameter date: When the garden was as it is written.
    mutating func write(_ contents: GardenContents, at date: Date) throws {
        try output.add("{\n  \"format\": \"\(Self.format)\",\n  \"version\": \(Self.version),\n")
        try output.add("  \"exportedAt\": \"\(MomentText.of(date))\",\n")
        try array("plants", contents.plants, indent: "  ") { writer, plant in try writer.write(plant) }
        try output.add(",\n")
        try array("lists", contents.lists, indent: "  ") { writer, list in try writer.write(list) }
        try output.add("\n}\n")
        try output.flush()
    }

    private mutating func write(_ plant: FilePlant) throws {
        try output.add("{\n      ")
        try field("id", plant.id)
        try output.add(", \"genus\": \(JSONQuoted.of(plant.name.genus)), ")
        try output.add("\"species\": \(JSONQuoted.of(plant.name.species))")
        try image(plant.picture, .plant, plant.id)
        try output.add(",\n")
        try array("sowings", plant.sowings, indent: "      ") { writer, sowing in try writer.write(sowing) }
        try output.add("\n    }")
        count()
    }

    private mutating func write(_ sowing: FileSowing) throws {
        try output.add("{")
        try field("id", sowing.id)
        try output.add(
            ", \"date\": \"\(sowing.day.iso)\", \"seeds\": \(sowing.seeds), \"note\": \(JSONQuoted.of(sowing.note ?? ""))"
        )
        if let date = sowing.createdAt { try output.add(", \"createdAt\": \"\(MomentText.of(date))\"") }
        try output.add("}")
        count()
    }

    private mutating func write(_ list: FileList) throws {
        try output.add("{\n      ")
        try field("id", list.id)
        try output.add(", \"name\": \(JSONQuoted.of(list.name)),\n")
        try array("items", list.items, indent: "      ") { writer, item in try writer.write(item) }
        try output.add("\n    }")
        count()
    }

    private mutating func write(_ item: FileItem) throws {
        try output.add("{")
        try field("id", item.id)
        try output.add(", \"name\": \(JSONQuoted.of(item.name)), \"done\": \(item.isDone ?? false)")
        try image(item.picture, .item, item.id)
        try output.add("}")
        count()
    }

    private mutating func image(_ picture: FilePicture?, _ kind: GardenKind, _ id: UUID?) throws {
        guard picture != nil, let id, let picture = try self.picture(kind, id) else { return }
        try output.add(", \"image\": \"")
        // In portions that base64 writes without padding between them.
        var rest = picture[...]
        while !rest.isEmpty {
            try output.add(Data(rest.prefix(48 * 1024)).base64EncodedData())
            rest = rest.dropFirst(48 * 1024)
        }
        try output.add("\"")
    }

    private mutating func field(_ name: String, _ id: UUID?) throws {
        try output.add("\"\(name)\": \"\((id ?? .missing).uuidString)\"")
    }

    /// A name and its array, an element a line.
    private mutating func array<Element>(
        _ name: String, _ elements: [Element], indent: String,
        _ write: (inout JSONWriter, Element) throws -> Void
    ) throws {
        try output.add("\(indent)\"\(name)\": [")
        for (index, element) in elements.enumerated() {
            try output.add(index == 0 ? "\n\(indent)  " : ",\n\(indent)  ")
            try write(&self, element)
        }
        try output.add(elements.isEmpty ? "]" : "\n\(indent)]")
    }

    private mutating func count() {
        done += 1
        progress.done(done)
    }
}

/// Texts as JSON has them.
enum JSONQuoted {
    /// The text in quotes, with what JSON does not take as it is behind a backslash.
    static func of(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            return "\"\(text)\""
        }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case ..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
