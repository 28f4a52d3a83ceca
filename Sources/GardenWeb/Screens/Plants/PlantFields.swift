import Garden

/// The two fields of a plant's name.
struct PlantFields {
    let typed: PlantForm
    var problems = Problems()
    /// Whether the cursor stands in the first field at once.
    var isNew = false
    /// Stands before the fields' names, where the form has others of these names.
    var prefix = ""

    static let order: [GardenField] = [.genus, .species]

    /// Reads what was typed.
    static func read(_ form: FormFields) -> PlantForm {
        PlantForm(genus: form["genus"] ?? "", species: form["species"] ?? "")
    }

    /// Reads what the form was opened with.
    static func readBase(_ form: FormFields) -> PlantForm {
        PlantForm(genus: form["base-genus"] ?? "", species: form["base-species"] ?? "")
    }

    /// What the form was opened with, to be sent back.
    @HTMLBuilder static func base(_ base: PlantForm) -> HTML {
        hidden("base-genus", base.genus)
        hidden("base-species", base.species)
    }

    var html: HTML {
        var genus = Field(.genus, typed.genus, problems)
        var species = Field(.species, typed.species, problems)
        genus.prefix = prefix
        species.prefix = prefix
        let isMoved = problems.theirs(for: .plant) != nil
        let focused = problems.first(of: Self.order) ?? (isNew || isMoved ? .genus : nil)
        genus.isFocused = focused == .genus
        species.isFocused = focused == .species
        return div(.class("form names")) {
            genus.line(
                .directionOfText, .literal("autocapitalize", "words"), .literal("autocomplete", "off"),
                .literal("spellcheck", "false"))
            species.line(
                .directionOfText, .literal("autocapitalize", "off"), .literal("autocomplete", "off"),
                .literal("spellcheck", "false"))
            if let plant = problems.theirs(for: .plant) {
                div(.class("field")) { ClashHint(field: .plant, theirs: plant).html }
            }
        }
    }
}
