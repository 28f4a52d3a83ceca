import Foundation
import Garden

/// The form of a sowing, new or not, with what belongs under it.
struct SowingFields {
    static let formID = "sowing-form"

    let draft: SowingDraft
    var problems = Problems()
    /// What is no longer there, where the sowing or its plant was deleted meanwhile.
    var gone: Gone?
    /// Whether the day is still the server's guess.
    var isFresh = false

    private var action: Location {
        draft.isNew ? .sowings(of: draft.typed.plantID) : .sowing(draft.id)
    }

    var html: HTML {
        .several([
            FormNote(gone: gone, merged: problems.merged).html,
            form(.id(Self.formID), .action(action), .flag("data-watch")) {
                draft.hiddenBase
                // Where the sowing is gone, choosing a plant has only the form to know it by.
                if !draft.isNew { hidden("sowing", Location.text(draft.id)) }
                names
                sowing
            },
            div(.class("stack"), .literal("data-key", "actions")) { actions },
        ])
    }

    private var names: HTML {
        var fields = PlantFields(
            typed: PlantForm(genus: draft.typed.genus, species: draft.typed.species), problems: problems)
        fields.isNew = false
        return fields.html
    }

    private var sowing: HTML {
        let date = Field(.dateSown, draft.typed.dateSown, problems)
        var seeds = Field(.numberOfSeeds, draft.typed.numberOfSeeds, problems)
        seeds.isFocused =
            problems.isEmpty ? isFresh : problems.first(of: [.dateSown, .numberOfSeeds]) == .numberOfSeeds
        let note = Field(.note, draft.typed.note, problems)
        return div(.class("form")) {
            date.line(.type("date"), .flag("data-today", isFresh), .literal("max", "9999-12-31"))
            seeds.line(.literal("inputmode", "numeric"), .literal("autocomplete", "off"))
            note.lines(.directionOfText, .literal("rows", "2"))
        }
    }

    @HTMLBuilder private var actions: HTML {
        if let deletion = gone?.deletion {
            BringBackButton(deletion: deletion, form: Self.formID, kind: .sowing).html
        }
        button(
            .class("btn"), .literal("form", "sowing-form"), .flag("data-native"),
            .formAction(draft.isNew || gone != nil ? .choosePlant : .moveSowing(draft.id))
        ) { "Change Plant" }
        if !draft.isNew, gone == nil {
            form(.action(.deleteSowing(draft.id))) { button(.class("btn danger")) { "Delete" } }
        }
    }
}
