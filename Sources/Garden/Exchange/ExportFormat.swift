import Foundation

/// What the garden can be written as.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// Everything, pictures too, as one JSON file.
    case json
    /// Plants with their sowings, as a table.
    case plants = "plants-csv"
    /// Lists with their items, as a table.
    case lists = "lists-csv"
    /// Sowings as the events of a calendar, which is not read back.
    case calendar = "ics"

    /// What is in it, for people.
    public var label: String {
        switch self {
        case .json: "Everything"
        case .plants: "Plants and sowings"
        case .lists: "Lists and items"
        case .calendar: "Sowings as a calendar"
        }
    }

    /// How the names of such files end, without the dot.
    public var fileExtension: String {
        switch self {
        case .json: "json"
        case .plants, .lists: "csv"
        case .calendar: "ics"
        }
    }

    /// The media type, for `Content-Type`.
    public var mediaType: String {
        switch self {
        case .json: "application/json"
        case .plants, .lists: "text/csv; charset=utf-8; header=present"
        case .calendar: "text/calendar; charset=utf-8"
        }
    }

    /// The name of a file of this format: `perennial-plants-2026-03-01.csv`.
    ///
    /// - Parameter day: The day of the export.
    public func fileName(on day: CalendarDay) -> String {
        let part =
            switch self {
            case .json: ""
            case .plants: "plants-"
            case .lists: "lists-"
            case .calendar: "sowings-"
            }
        return "perennial-\(part)\(day.iso).\(fileExtension)"
    }

    /// The format that is meant by the end of a file's name; nil where it could be several, or none.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        let formats = Self.allCases.filter { name.hasSuffix("." + $0.fileExtension) }
        guard formats.count == 1 else { return nil }
        self = formats[0]
    }
}
