import Garden

/// What kept a form from being saved, field by field.
struct Problems {
    private var sentences: [GardenField: String] = [:]
    private var clashes: [GardenField: String] = [:]
    /// The fields only somebody else changed; the form shows their new values.
    private(set) var merged: [GardenField] = []

    init() {}

    init(_ errors: [FieldError]) {
        for error in errors where sentences[error.field] == nil { sentences[error.field] = error.message }
    }

    init(_ conflict: Conflict) {
        for clash in conflict.clashes { clashes[clash.field] = clash.theirs }
        merged = conflict.merged
    }

    var isEmpty: Bool { sentences.isEmpty && clashes.isEmpty }

    func sentence(for field: GardenField) -> String? { sentences[field] }
    func theirs(for field: GardenField) -> String? { clashes[field] }

    /// Where the cursor goes: the first of `fields` that something is wrong with.
    func first(of fields: [GardenField]) -> GardenField? {
        fields.first { sentences[$0] != nil || clashes[$0] != nil }
    }
}
