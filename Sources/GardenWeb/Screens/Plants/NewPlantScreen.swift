import Foundation
import Garden

/// Add Plant: genus and species of a new one.
enum NewPlantScreen {
    static func show(_ visit: Visit) -> Answer {
        .page(page(PlantFields(typed: PlantForm(genus: "", species: ""), isNew: true), id: UUID()))
    }

    static func save(_ visit: Visit) throws -> Answer {
        let id = try visit.newID()
        let typed = PlantFields.read(visit.form)
        do {
            let plant = try visit.garden.plants.add(genus: typed.genus, species: typed.species, id: id)
            return .moved(.plant(plant.id))
        } catch GardenError.invalid(let errors) {
            let fields = PlantFields(typed: typed, problems: Problems(errors))
            return .page(page(fields, id: id), .unprocessableContent)
        } catch GardenError.duplicate(let duplicate) {
            var page = page(PlantFields(typed: typed), id: id)
            page.dialogs = Dialog.alreadyAdded(duplicate, showing: Dialog.place(of: duplicate))
            return .page(page, .conflict)
        }
    }

    private static func page(_ fields: PlantFields, id: UUID) -> Page {
        Page(
            name: "new-plant", title: "Add Plant", tab: .plants, leading: Bar.cancel(to: .plants),
            trailing: Bar.save(form: "plant-form"),
            content: .several([
                h1 { "Add Plant" },
                form(.id("plant-form"), .action(.plants)) {
                    hidden("id", Location.text(id))
                    fields.html
                },
                p(.class("hint")) { "The species may stay empty." },
            ]))
    }
}
