import Foundation
import Garden

/// Edit Plant: changes genus and species; the sowings stay. Deletes the plant too.
enum EditPlantScreen {
    static func show(_ visit: Visit) throws -> Answer {
        let position = visit.garden.live.position()
        let plant = try visit.garden.plants.plant(try visit.id())
        let form = PlantForm(plant)
        return .page(page(plant.id, PlantFields(typed: form), base: form, position))
    }

    static func save(_ visit: Visit) throws -> Answer {
        let id = try visit.id()
        var typed = PlantFields.read(visit.form)
        let base = PlantFields.readBase(visit.form)
        if let field = visit.form["take"].flatMap(GardenField.init) {
            take(field, from: base, into: &typed)
            return .page(page(id, PlantFields(typed: typed), base: base))
        }
        do {
            try visit.restoreWanted(.plant, as: .renamedPlant(typed))
            _ = try visit.garden.plants.rename(id, base: base, to: typed)
            return .moved(.plant(id))
        } catch GardenError.invalid(let errors) {
            let fields = PlantFields(typed: typed, problems: Problems(errors))
            return .page(page(id, fields, base: base), .unprocessableContent)
        } catch GardenError.duplicate(let duplicate) {
            var page = page(id, PlantFields(typed: typed), base: base)
            page.dialogs = Dialog.alreadyAdded(duplicate, showing: Dialog.place(of: duplicate))
            return .page(page, .conflict)
        } catch GardenError.conflict(let conflict) {
            guard case .plant(let current) = conflict.current else { throw GardenError.conflict(conflict) }
            // A name only somebody else changed shows theirs, or the next Save would change it back.
            for field in conflict.merged { take(field, from: current, into: &typed) }
            return .page(page(id, PlantFields(typed: typed, problems: Problems(conflict)), base: current), .conflict)
        } catch GardenError.gone(let gone) {
            return .page(page(id, PlantFields(typed: typed), base: base, gone: gone), .conflict)
        }
    }

    private static func take(_ field: GardenField, from other: PlantForm, into typed: inout PlantForm) {
        if field == .genus { typed.genus = other.genus }
        if field == .species { typed.species = other.species }
    }

    private static func page(
        _ id: UUID, _ fields: PlantFields, base: PlantForm, _ position: LivePosition? = nil, gone: Gone? = nil
    ) -> Page {
        var page = Page(name: "edit-plant", title: "Edit Plant", tab: .plants)
        page.channels = [.plant(id)]
        page.position = position
        page.source = .editPlant(id)
        page.leading = Bar.cancel(to: gone == nil ? .plant(id) : .plants)
        page.trailing = Bar.save(form: "plant-form")
        page.content = .several([
            h1 { "Edit Plant" },
            FormNote(gone: gone, merged: fields.problems.merged).html,
            form(.id("plant-form"), .action(.plant(id)), .flag("data-watch")) {
                PlantFields.base(base)
                fields.html
            },
            gone.map { bringBack($0) } ?? delete(id),
        ])
        return page
    }

    private static func delete(_ id: UUID) -> HTML {
        div(.class("stack"), .literal("data-key", "actions")) {
            form(.action(.deletePlant(id))) { button(.class("btn danger")) { "Delete" } }
        }
    }

    /// The plant was deleted while the form was open.
    private static func bringBack(_ gone: Gone) -> HTML {
        div(.class("stack"), .literal("data-key", "actions")) {
            if let deletion = gone.deletion {
                BringBackButton(deletion: deletion, form: "plant-form", kind: .plant).html
            }
        }
    }
}
