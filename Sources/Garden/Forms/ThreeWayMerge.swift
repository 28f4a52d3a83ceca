import Foundation

/// Brings together what a form changed and what somebody else changed while it was open.
///
/// For each field there are three values: the one the form was opened with (base), the stored one
/// (theirs), and the typed one (yours). A field only one side changed takes that side's value; when both
/// changed it to different values, nobody's edit may be lost, so people have to decide.
struct ThreeWayMerge {
    /// The fields somebody else changed and whose stored values stay.
    private(set) var merged: [GardenField] = []
    /// The fields both sides changed.
    private(set) var clashes: [Conflict.Clash] = []

    /// The value a field gets. All three are tidied.
    mutating func value(_ field: GardenField, base: String, theirs: String, yours: String) -> String {
        if yours == theirs { return theirs }
        if yours == base {
            merged.append(field)
            return theirs
        }
        if theirs != base {
            clashes.append(.init(field: field, base: base, theirs: theirs, yours: yours))
        }
        return yours
    }

    /// The values of a name.
    mutating func name(base: PlantForm, theirs: PlantForm, yours: PlantForm) -> PlantForm {
        PlantForm(
            genus: value(.genus, base: base.genus, theirs: theirs.genus, yours: yours.genus),
            species: value(.species, base: base.species, theirs: theirs.species, yours: yours.species))
    }

    /// The names of a sowing that somebody else moved to another plant. They are that plant's, so they are
    /// taken or left together: half of them with half of what was typed would be a name nobody gave.
    mutating func nameAfterMove(base: PlantForm, theirs: PlantForm, yours: PlantForm) -> PlantForm {
        if yours == base || yours == theirs {
            if yours == base { merged += [.genus, .species] }
            return theirs
        }
        clashes.append(.init(field: .plant, base: base.name, theirs: theirs.name, yours: yours.name))
        return yours
    }

    /// Refuses to go on when there are clashes.
    ///
    /// - Throws: `GardenError.conflict`.
    func requireNoClash(_ kind: GardenKind, _ id: UUID, current: Conflict.Current) throws {
        guard clashes.isEmpty else {
            throw GardenError.conflict(
                Conflict(kind: kind, id: id, clashes: clashes, merged: merged, current: current))
        }
    }
}
