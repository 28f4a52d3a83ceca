import Foundation
import Garden

/// The plants in sections by genus: on the Plants screen, and where a plant is chosen.
struct PlantsList {
    /// Rows that come at once.
    static let portion = 100

    let page: RowPage<PlantRow>
    let style: RowStyle
    let search: String
    let isLater: Bool

    /// Reads the portion the visitor asks for.
    init(_ visit: Visit, style: RowStyle) throws {
        self.style = style
        search = visit.search
        let limit = visit.limit(portion: Self.portion)
        if let after = visit.after,
            let later = try? visit.garden.plants.rows(
                search: search, afterRow: after, limit: limit)
        {
            page = later
            isLater = true
        } else {
            page = try visit.garden.plants.rows(search: search, limit: limit)
            isLater = false
        }
    }

    /// Whether there is nothing to list and nothing was searched for.
    var isEmpty: Bool { page.total == 0 && search.isEmpty && !isLater }

    var channel: LiveChannel { .plants(style, search: search) }

    /// "10 plants", "3 plants found".
    static func total(_ number: Int, search: String) -> String {
        search.isEmpty ? Words.plants(number) : Words.plants(number) + " found"
    }

    /// - Parameter location: the page without a place to begin at.
    func html(at location: Location) -> HTML {
        Portion(
            page: page, channel: channel, location: location,
            lastID: page.rows.last.map { Location.text($0.id) }, isLater: isLater
        ).html {
            for section in sections {
                GardenWeb.section(.string("data-section", section.first?.sectionKey)) {
                    h2(.class("group")) { latin { section.first?.sectionTitle ?? "" } }
                    ul(.class("rows")) {
                        for row in section { row.html(style, search: search) }
                    }
                }
            }
        } footer: {
            if page.total == 0 {
                div(.class("empty"), .literal("data-key", "none")) {
                    h2 { "Nothing found" }
                    p {
                        "No plant matches "
                        bdi { "“\(search)”" }
                        "."
                    }
                }
            } else {
                p(.class("more"), .literal("data-key", "total"), .literal("data-text", "plants/total")) {
                    Self.total(page.total, search: search)
                }
            }
        }
    }

    /// Neighbours of one genus.
    private var sections: [ArraySlice<PlantRow>] {
        var sections: [ArraySlice<PlantRow>] = []
        var start = 0
        for index in page.rows.indices.dropFirst()
        where page.rows[index].sectionKey != page.rows[start].sectionKey {
            sections.append(page.rows[start..<index])
            start = index
        }
        if start < page.rows.count { sections.append(page.rows[start...]) }
        return sections
    }
}
