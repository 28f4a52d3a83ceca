import Foundation

/// Writes sowings as the events of a calendar (RFC 5545), each a whole day, which does not make anybody busy.
struct CalendarWriter {
    /// The line that says who wrote it.
    static let producer = "PRODID:-//Perennial//Perennial//EN"

    private var output: ExportOutput
    private var progress: StepProgress

    init(_ output: ExportOutput, progress: StepProgress) {
        self.output = output
        self.progress = progress
    }

    /// - Parameter date: When the garden was as it is written.
    mutating func write(_ contents: GardenContents, at date: Date) throws {
        for text in ["BEGIN:VCALENDAR", "VERSION:2.0", Self.producer, "CALSCALE:GREGORIAN"] {
            try line(text)
        }
        let stamp = Self.stamp(date)
        var done = 0
        for plant in contents.plants {
            for sowing in plant.sowings {
                try write(sowing, of: plant.name.name, stamp: stamp)
                done += 1
                progress.done(done)
            }
        }
        try line("END:VCALENDAR")
        try output.flush()
    }

    private mutating func write(_ sowing: FileSowing, of name: String, stamp: String) throws {
        try line("BEGIN:VEVENT")
        // The same in every export, so that a calendar knows the event again.
        try line("UID:\((sowing.id ?? .missing).uuidString.lowercased())@perennial")
        try line("DTSTAMP:\(stamp)")
        try line("DTSTART;VALUE=DATE:\(sowing.day.iso.replacingOccurrences(of: "-", with: ""))")
        try line("SUMMARY:\(Self.escaped("\(name): \(Counted.seeds(sowing.seeds))"))")
        if let note = sowing.note, !note.isEmpty { try line("DESCRIPTION:\(Self.escaped(note))") }
        try line("TRANSP:TRANSPARENT")
        try line("END:VEVENT")
    }

    /// The moment as `20260301T101112Z`.
    private static func stamp(_ date: Date) -> String {
        let text = MomentText.of(date)
        return text.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\", ";", ",": result += "\\\(character)"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// Writes a line, folded so that none has more than 75 bytes and no character is cut.
    private mutating func line(_ text: String) throws {
        var bytes = Array(text.utf8)[...]
        var limit = 75
        while bytes.count > limit {
            var end = bytes.startIndex + limit
            // The second and later bytes of a character.
            while bytes[end] & 0xC0 == 0x80 { end -= 1 }
            try output.add(bytes[..<end])
            try output.add("\r\n ")
            bytes = bytes[end...]
            limit = 74
        }
        try output.add(bytes)
        try output.add("\r\n")
    }
}
