import Foundation
import Garden

/// A plant: its sowings, newest first, and how many there are in all.
enum PlantScreen {
    private static let portion = 100

    static func show(_ visit: Visit) throws -> Answer { .page(try page(visit)) }

    /// The page itself.
    static func page(_ visit: Visit) throws -> Page {
        let position = visit.garden.live.position()
        let model = visit.garden.plant(try visit.id())
        let plant = try model.plant()
        let after = visit.after.flatMap { try? visit.garden.sowings.sowing($0).sowing.cursor }
        let sowings = try model.sowings(after: after, limit: visit.limit(portion: portion))
        let key = LiveChannel.plant(plant.id).name
        let search = visit.search.isEmpty ? nil : visit.search

        var page = Page(name: "plant", title: plant.name, tab: .plants)
        page.channels = [.plant(plant.id), .sowings(plant: plant.id)]
        page.position = position
        page.beside = .plants.with("q", search)
        page.leading = Bar.back(to: .plants.with("q", search), "Plants")
        page.trailing = .several([
            Bar.action("Edit", to: .editPlant(plant.id)),
            Bar.mainAction("Add Sowing", to: .newSowing(of: plant.id)),
        ])
        page.content = .several([
            div(.class("head")) {
                div(.class("grow")) {
                    h1(.literal("tabindex", "-1")) {
                        latin(.string("data-text", key + "/name")) { plant.name }
                    }
                    p(.class("sub"), .string("data-text", key + "/totals")) { Words.totals(plant) }
                }
                PlantPicture(plant: plant).html
            },
            sowings.total == 0 ? empty(plant) : rows(sowings, plant, visit.order, isLater: after != nil),
        ])
        return page
    }

    private static func rows(
        _ sowings: RowPage<SowingRow>, _ plant: PlantRow, _ order: DateOrder, isLater: Bool
    ) -> HTML {
        Portion(
            page: sowings, channel: .sowings(plant: plant.id), location: .plant(plant.id),
            lastID: sowings.rows.last.map { Location.text($0.id) }, isLater: isLater
        ).html {
            ul(.class("rows")) {
                for row in sowings.rows { row.html(order) }
            }
        }
    }

    private static func empty(_ plant: PlantRow) -> HTML {
        div(.string("data-topic", LiveChannel.sowings(plant: plant.id).name), .flag("data-empty")) {
            div(.class("empty")) {
                Icon.sprout
                h2 { "No sowings yet" }
                p { "Sown some seeds? Write down the day and the number." }
            }
            div(.class("stack")) {
                link(.class("btn fill"), .role("button"), .href(.newSowing(of: plant.id))) { "Add Sowing" }
            }
        }
    }
}
