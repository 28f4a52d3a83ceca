import Foundation
import Garden

/// What one save changed, as a browser is told.
struct LiveMessage: Encodable, Sendable {
    /// One row that came, changed, moved or went.
    struct Change: Encodable, Sendable {
        let id: String
        let version: Int
        var gone: Bool?
        /// The row above it.
        var after: String?
        /// The row itself.
        var html: String?
    }

    let topic: String
    /// Fetch the page anew.
    var reset: Bool?
    /// The topic is one thing, which a whole page is about, rather than rows.
    var single: Bool?
    /// That thing is no more.
    var gone: Bool?
    /// Texts anywhere on the page, by the key they stand under.
    var texts: [String: String]?
    /// Parts of the page, by the key they stand under.
    var parts: [String: String]?
    var total: Int?
    var changes: [Change]?

    /// More rows than this at once are quicker to fetch than to patch.
    private static let limit = 300

    /// - Parameters:
    ///   - event: what happened.
    ///   - channel: what the page watches, and how its rows look.
    ///   - order: how the reader writes a date.
    init(_ event: LiveEvent, on channel: LiveChannel, order: DateOrder) {
        topic = channel.name
        guard case .changes(let changes) = event, changes.changes.count <= Self.limit else {
            reset = true
            return
        }
        switch channel {
        case .plant, .sowing, .list: tellOfOne(changes)
        case .plants, .sowings, .lists, .items: tellOfRows(changes, channel, order)
        }
    }

    private mutating func tellOfOne(_ changes: LiveChanges) {
        single = true
        guard let last = changes.changes.last else { return }
        guard let row = last.row else {
            gone = true
            return
        }
        let key = topic + "/"
        switch row {
        case .plant(let plant):
            texts = [key + "name": plant.name, key + "totals": Words.totals(plant)]
            parts = [PlantPicture.key(plant.id): PlantPicture(plant: plant).html.renderedString()]
        case .list(let list): texts = [key + "name": list.name, key + "totals": Words.totals(list)]
        case .sowing, .item: break
        }
    }

    private mutating func tellOfRows(_ changes: LiveChanges, _ channel: LiveChannel, _ order: DateOrder) {
        total = changes.total
        if case .plants(_, let search) = channel {
            texts = ["plants/total": PlantsList.total(changes.total, search: search)]
        }
        self.changes = changes.changes.map { change in
            let id = Location.text(change.id)
            guard let row = change.row else { return Change(id: id, version: change.version, gone: true) }
            return Change(
                id: id, version: change.version, after: change.after.map(Location.text),
                html: Self.html(row, channel, order).renderedString())
        }
    }

    private static func html(_ row: LiveRow, _ channel: LiveChannel, _ order: DateOrder) -> HTML {
        switch (row, channel) {
        case (.plant(let row), .plants(let style, let search)): row.html(style, search: search)
        case (.sowing(let row), _): row.html(order)
        case (.list(let row), .lists(let style)): row.html(style)
        case (.item(let row), .items(let style, _)): row.html(style)
        case (.plant(let row), _): row.html(.browse)
        case (.list(let row), _): row.html(.browse)
        case (.item(let row), _): row.html(.browse)
        }
    }
}
