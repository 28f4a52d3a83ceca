import Foundation
import Garden

/// Select new plant: the plants, with the sowing in sight that is to go to one of them.
///
/// Without a draft it is a page like any other. Come to from a form, it carries along what was typed there:
/// then each of its steps is a form too.
enum SelectPlantScreen {
    /// What a plant is being chosen for.
    enum Purpose {
        /// A sowing that is there, and what was typed into its form, if it was come to from there.
        case moving(SowingDetail, SowingDraft?)
        /// A sowing that is not stored.
        case choosing(SowingDraft)

        /// Where choosing, searching and going on send their form.
        var location: Location {
            switch self {
            case .moving(let detail, _): .moveSowing(detail.sowing.id)
            case .choosing: .choosePlant
            }
        }

        var newPlantLocation: Location {
            switch self {
            case .moving(let detail, _): .moveSowingToNewPlant(detail.sowing.id)
            case .choosing: .chooseNewPlant
            }
        }

        /// The form the draft came from.
        var formLocation: Location {
            switch self {
            case .moving(let detail, _): .sowing(detail.sowing.id)
            case .choosing(let draft): draft.isNew ? .sowings(of: draft.typed.plantID) : .sowing(draft.id)
            }
        }

        var draft: SowingDraft? {
            switch self {
            case .moving(_, let draft): draft
            case .choosing(let draft): draft
            }
        }

        func note(_ order: DateOrder) -> HTML {
            switch self {
            case .moving(let detail, _): MovingNote.moving(detail, order)
            case .choosing(let draft): MovingNote.choosing(for: draft, order)
            }
        }
    }

    static let formID = "choose-form"

    /// `GET` and `POST` of `/sowings/{id}/move`.
    static func move(_ visit: Visit) throws -> Answer {
        let id = try visit.id()
        let draft = visit.form["plant"] == nil ? nil : try SowingDraft(visit.form, id: id)
        do {
            let chosen = visit.form["chosen"].flatMap { UUID(uuidString: $0) }
            guard let chosen else {
                return .page(try page(visit, .moving(try visit.garden.sowings.sowing(id), draft)))
            }
            let move = try visit.garden.sowings.move(id, to: chosen)
            return try landing(move.detail, draft, visit)
        } catch GardenError.gone(let gone) {
            guard let draft else { throw GardenError.gone(gone) }
            // Gone while its form was open: what was typed can still become a sowing of the chosen plant.
            return try choose(visit, draft)
        }
    }

    /// `GET` and `POST` of `/sowings/choose`.
    static func choose(_ visit: Visit) throws -> Answer {
        guard visit.request.method == .post else {
            let nowhere = SowingForm(
                plantID: UUID(), genus: "", species: "", dateSown: visit.today.iso, numberOfSeeds: "", note: "")
            var page = try page(visit, .choosing(SowingDraft(newAs: nowhere)))
            page.leading = Bar.cancel(to: .plants)
            return .page(page)
        }
        return try choose(visit, try SowingDraft(visit.form, id: visit.form["sowing"].flatMap { UUID(uuidString: $0) }))
    }

    private static func choose(_ visit: Visit, _ draft: SowingDraft) throws -> Answer {
        guard let chosen = visit.form["chosen"].flatMap({ UUID(uuidString: $0) }) else {
            return .page(try page(visit, .choosing(draft)))
        }
        let plant = try visit.garden.plants.plant(chosen)
        return .page(NewSowingScreen.page(SowingFields(draft: draft.moved(to: plant, asNew: true))))
    }

    /// The sowing is with its new plant; what else was typed is saved with it.
    static func landing(_ detail: SowingDetail, _ draft: SowingDraft?, _ visit: Visit) throws -> Answer {
        guard let draft, draft.isChanged else { return .moved(.plant(detail.plant.id)) }
        return try SowingScreen.store(draft.moved(to: detail.plant, asNew: false), visit)
    }

    private static func page(_ visit: Visit, _ purpose: Purpose) throws -> Page {
        let position = visit.garden.live.position()
        let list = try PlantsList(visit, style: .pick)
        let here = purpose.location.with("q", list.search.isEmpty ? nil : list.search)
        var page = Page(name: "select-plant", title: "Select new plant", tab: .plants)
        page.channels = [list.channel]
        page.position = position
        page.source = here
        page.leading =
            purpose.draft == nil
            ? Bar.cancel(to: purpose.formLocation)
            : .several([
                Bar.enter(form: formID),
                button(
                    .class("link"), .string("form", formID), .formAction(purpose.formLocation), .name("resume"),
                    .value("1"), .flag("data-native")
                ) { "Cancel" },
            ])
        page.trailing = button(
            .class("link strong"), .string("form", formID), .formAction(purpose.newPlantLocation),
            .flag("data-native")
        ) { "Add Plant" }
        page.content = .several([
            h1 { "Select new plant" },
            purpose.note(visit.order),
            form(.id(formID), .action(purpose.location)) {
                div(.class("search"), .role("search")) {
                    SearchField(search: list.search, location: purpose.location).html
                }
                if let draft = purpose.draft {
                    draft.hiddenWhole
                    if !draft.isNew { hidden("sowing", Location.text(draft.id)) }
                }
                list.html(at: here)
            },
        ])
        return page
    }
}
