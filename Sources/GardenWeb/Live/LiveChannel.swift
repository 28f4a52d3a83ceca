import Foundation
import Garden

/// What a page watches, as it stands in the page and in the address of its stream.
///
/// Rows of one topic can look different on different screens, so the name carries the style too:
/// `plants`, `plants~pick/cono`, `items~edit/8a1c…`.
enum LiveChannel: Sendable, Hashable {
    case plants(RowStyle, search: String)
    case plant(UUID)
    case sowings(plant: UUID)
    case sowing(UUID)
    case lists(RowStyle)
    case list(UUID)
    case items(RowStyle, list: UUID)

    /// What the garden has to watch for it.
    var topic: LiveTopic {
        switch self {
        case .plants(_, let search): .plants(search: search)
        case .plant(let id): .plant(id)
        case .sowings(let plant): .sowings(plant: plant)
        case .sowing(let id): .sowing(id)
        case .lists: .lists
        case .list(let id): .list(id)
        case .items(_, let list): .items(list: list)
        }
    }

    /// A name without spaces.
    var name: String {
        switch self {
        case .plants(let style, let search):
            "plants" + Self.suffix(style) + (search.isEmpty ? "" : "/" + Location.encoded(search))
        case .plant(let id): "plant/" + Location.text(id)
        case .sowings(let plant): "sowings/" + Location.text(plant)
        case .sowing(let id): "sowing/" + Location.text(id)
        case .lists(let style): "lists" + Self.suffix(style)
        case .list(let id): "list/" + Location.text(id)
        case .items(let style, let list): "items" + Self.suffix(style) + "/" + Location.text(list)
        }
    }

    /// Reads a name; nil for anything that is none.
    init?(_ name: String) {
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        guard let first = parts.first else { return nil }
        let words = first.split(separator: "~", maxSplits: 1).map(String.init)
        guard let kind = words.first, let style = words.count > 1 ? RowStyle(rawValue: words[1]) : .browse
        else { return nil }
        let argument = parts.count > 1 ? parts[1] : ""
        switch kind {
        case "plants":
            guard let search = argument.removingPercentEncoding else { return nil }
            self = .plants(style, search: search)
        case "lists": self = .lists(style)
        default:
            guard let id = UUID(uuidString: argument) else { return nil }
            switch kind {
            case "plant": self = .plant(id)
            case "sowings": self = .sowings(plant: id)
            case "sowing": self = .sowing(id)
            case "list": self = .list(id)
            case "items": self = .items(style, list: id)
            default: return nil
            }
        }
    }

    private static func suffix(_ style: RowStyle) -> String {
        style == .browse ? "" : "~" + style.rawValue
    }
}
