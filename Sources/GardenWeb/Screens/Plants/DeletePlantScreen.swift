import Foundation
import Garden

/// Deletes a plant. One with sowings is asked about first, with the number of those that go with it.
enum DeletePlantScreen {
    static func delete(_ visit: Visit) throws -> Answer {
        let id = try visit.id()
        let landing = Location.plants.with("edit", visit.isEditing ? "1" : nil)
        do {
            let announced = visit.form["sure"].flatMap { Int($0) } ?? 0
            switch try visit.garden.plants.delete(id, announced: announced) {
            case .deleted(let undo): return .moved(landing, undo: undo)
            case .question(let plant): return .page(question(plant, landing, isEditing: visit.isEditing))
            }
        } catch GardenError.gone(let gone) {
            // Deleted by somebody else, or by the first of two taps: what was wanted is so.
            guard let deletion = gone.deletion else { throw GardenError.gone(gone) }
            return .moved(landing, undo: deletion)
        }
    }

    private static func question(_ plant: PlantRow, _ landing: Location, isEditing: Bool) -> Page {
        var page = Page(name: "delete-plant", title: "Delete Plant", tab: .plants)
        page.source = .plant(plant.id)
        page.content = .several([
            h1 { latin { plant.name } },
            p(.class("sub")) { Words.totals(plant) },
        ])
        page.isCovered = true
        page.dialogs = Dialog.alert(title: "Delete Plant?") {
            p {
                "Delete "
                latin { plant.name }
                " and its \(Counted.sowings(plant.sowingCount))?"
            }
        } buttons: {
            div(.class("two")) {
                link(
                    .class("btn"), .role("button"), .href(isEditing ? landing : .plant(plant.id)),
                    .flag("data-close"), .flag("autofocus")
                ) { "Cancel" }
                form(.action(.deletePlant(plant.id))) {
                    hidden("sure", String(plant.sowingCount))
                    if isEditing { hidden("edit", "1") }
                    button(.class("btn danger fill")) { "Delete" }
                }
            }
        }
        return page
    }
}
