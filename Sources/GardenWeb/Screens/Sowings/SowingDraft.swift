import Foundation
import Garden

/// A sowing's form as it travels: what is typed, what it was opened with, and which sowing it is.
struct SowingDraft {
    /// The sowing's id; a new one has its own from the start, so that a form sent twice adds once.
    let id: UUID
    let isNew: Bool
    /// What stands in the fields.
    var typed: SowingForm
    /// What the form was opened with: tells which fields were changed here, and which elsewhere.
    var base: SowingForm

    /// The form of a sowing that is there.
    init(_ detail: SowingDetail) {
        id = detail.sowing.id
        isNew = false
        typed = detail.form
        base = detail.form
    }

    /// The form of a new sowing.
    init(newFor plant: PlantRow, today: CalendarDay) {
        id = UUID()
        isNew = true
        typed = SowingForm(newFor: plant, today: today)
        base = typed
    }

    /// The form of a new sowing whose plant is still to be chosen.
    init(newAs form: SowingForm) {
        self.init(id: UUID(), isNew: true, typed: form, base: form)
    }

    /// Reads what a form sent.
    ///
    /// - Parameter id: the id of the sowing; nil where the form itself carries it, as a new one's does.
    init(_ fields: FormFields, id: UUID?) throws(HTTPError) {
        let carried = fields["id"].flatMap { UUID(uuidString: $0) }
        guard let id = id ?? carried, let plant = fields["plant"].flatMap({ UUID(uuidString: $0) }) else {
            throw .badRequest("The form lacks its id. Go back, reload the page and try again.")
        }
        self.id = id
        isNew = carried != nil
        typed = Self.form(fields, plant: plant, prefix: "")
        let basePlant = fields["base-plant"].flatMap { UUID(uuidString: $0) } ?? plant
        base = Self.form(fields, plant: basePlant, prefix: "base-")
    }

    private init(id: UUID, isNew: Bool, typed: SowingForm, base: SowingForm) {
        self.id = id
        self.isNew = isNew
        self.typed = typed
        self.base = base
    }

    /// Whether the fields of the sowing itself were changed.
    var isChanged: Bool {
        typed.dateSown != base.dateSown || typed.numberOfSeeds != base.numberOfSeeds || typed.note != base.note
    }

    /// The draft for another plant: its name takes the place of what was typed.
    ///
    /// - Parameter asNew: whether to go on as a new sowing, because the old one is gone. It keeps its id.
    func moved(to plant: PlantRow, asNew: Bool) -> SowingDraft {
        var copy = SowingDraft(id: id, isNew: isNew || asNew, typed: typed, base: base)
        copy.typed.plantID = plant.id
        copy.typed.genus = plant.genus
        copy.typed.species = plant.species
        copy.base.plantID = plant.id
        copy.base.genus = plant.genus
        copy.base.species = plant.species
        return copy
    }

    /// Puts the value the field had when the form was opened in place of what is typed.
    mutating func take(_ field: GardenField) {
        switch field {
        case .genus: typed.genus = base.genus
        case .species: typed.species = base.species
        case .dateSown: typed.dateSown = base.dateSown
        case .numberOfSeeds: typed.numberOfSeeds = base.numberOfSeeds
        case .note: typed.note = base.note
        case .plant: (typed.genus, typed.species) = (base.genus, base.species)
        case .name, .list, .done, .picture: break
        }
    }

    /// Goes on from what is stored now, after a clash: fields only somebody else changed show their values, and
    /// saving what is typed in the others wins, knowingly.
    mutating func follow(_ current: SowingForm, merged: [GardenField]) {
        if typed.plantID == base.plantID { typed.plantID = current.plantID }
        base = current
        for field in merged { take(field) }
    }

    /// What a form has to send back besides its visible fields.
    @HTMLBuilder var hiddenBase: HTML {
        if isNew { hidden("id", Location.text(id)) }
        hidden("plant", Location.text(typed.plantID))
        hidden("base-plant", Location.text(base.plantID))
        hidden("base-genus", base.genus)
        hidden("base-species", base.species)
        hidden("base-dateSown", base.dateSown)
        hidden("base-numberOfSeeds", base.numberOfSeeds)
        hidden("base-note", base.note)
    }

    /// Everything, for a form that shows none of it.
    @HTMLBuilder var hiddenWhole: HTML {
        hiddenBase
        hidden("genus", typed.genus)
        hidden("species", typed.species)
        hidden("dateSown", typed.dateSown)
        hidden("numberOfSeeds", typed.numberOfSeeds)
        hidden("note", typed.note)
    }

    private static func form(_ fields: FormFields, plant: UUID, prefix: String) -> SowingForm {
        // A browser ends the lines of a text with CR LF; what is stored ends them with LF.
        let note = (fields[prefix + "note"] ?? "").replacing("\r\n", with: "\n")
        return SowingForm(
            plantID: plant, genus: fields[prefix + "genus"] ?? "", species: fields[prefix + "species"] ?? "",
            dateSown: fields[prefix + "dateSown"] ?? "", numberOfSeeds: fields[prefix + "numberOfSeeds"] ?? "",
            note: note)
    }
}
