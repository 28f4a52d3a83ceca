import Foundation
import Garden

/// Add Plant while a plant is being chosen: the new plant gets the sowing at once.
enum SelectNewPlantScreen {
    /// `GET` and `POST` of `/sowings/{id}/move/new`.
    static func move(_ visit: Visit) throws -> Answer {
        let id = try visit.id()
        let draft = visit.form["plant"] == nil ? nil : try SowingDraft(visit.form, id: id)
        let detail: SowingDetail
        do {
            detail = try visit.garden.sowings.sowing(id)
        } catch GardenError.gone(let gone) {
            guard let draft else { throw GardenError.gone(gone) }
            return try answer(visit, .choosing(draft))
        }
        return try answer(visit, .moving(detail, draft))
    }

    /// `POST` of `/sowings/choose/new`.
    static func choose(_ visit: Visit) throws -> Answer {
        let id = visit.form["sowing"].flatMap { UUID(uuidString: $0) }
        return try answer(visit, .choosing(try SowingDraft(visit.form, id: id)))
    }

    private static func answer(_ visit: Visit, _ purpose: SelectPlantScreen.Purpose) throws -> Answer {
        let typed = PlantForm(genus: visit.form["new-genus"] ?? "", species: visit.form["new-species"] ?? "")
        // Come from the list of plants, the form has nothing in it yet.
        guard let token = visit.form["new-plant"].flatMap({ UUID(uuidString: $0) }) else {
            return .page(page(visit, purpose, typed, Problems(), UUID()))
        }
        do {
            switch purpose {
            case .moving(let detail, let draft):
                let move = try visit.garden.sowings.move(detail.sowing.id, toNewPlant: typed, plantID: token)
                return try SelectPlantScreen.landing(move.detail, draft, visit)
            case .choosing(let draft):
                let plant = try visit.garden.plants.add(
                    genus: typed.genus, species: typed.species, id: token)
                return .page(NewSowingScreen.page(SowingFields(draft: draft.moved(to: plant, asNew: true))))
            }
        } catch GardenError.invalid(let errors) {
            return .page(page(visit, purpose, typed, Problems(errors), token), .unprocessableContent)
        } catch GardenError.duplicate(let duplicate) {
            var page = page(visit, purpose, typed, Problems(), token)
            page.dialogs = Dialog.alreadyAdded(duplicate, showing: nil) {
                button(
                    .class("btn fill"), .literal("form", "plant-form"), .formAction(purpose.location),
                    .name("chosen"), .value(Location.text(duplicate.existing.id))
                ) {
                    span {
                        "Choose "
                        latin { duplicate.existing.name }
                    }
                }
            }
            return .page(page, .conflict)
        }
    }

    private static func page(
        _ visit: Visit, _ purpose: SelectPlantScreen.Purpose, _ typed: PlantForm, _ problems: Problems,
        _ token: UUID
    ) -> Page {
        var page = Page(name: "select-new-plant", title: "Add Plant", tab: .plants)
        page.leading = .several([
            Bar.enter(form: "plant-form"),
            button(
                .class("link"), .literal("form", "plant-form"), .formAction(purpose.location), .flag("data-native")
            ) { "Cancel" },
        ])
        page.trailing = Bar.save(form: "plant-form")
        page.content = .several([
            h1 { "Add Plant" },
            purpose.note(visit.order),
            form(.id("plant-form"), .action(purpose.newPlantLocation)) {
                hidden("new-plant", Location.text(token))
                if let draft = purpose.draft {
                    draft.hiddenWhole
                    if !draft.isNew { hidden("sowing", Location.text(draft.id)) }
                }
                PlantFields(typed: typed, problems: problems, isNew: true, prefix: "new-").html
            },
        ])
        return page
    }
}
