import Foundation
import Garden

/// Numbers of things of each kind, as machines see them.
struct NumbersRecord: Encodable {
    let plants: Int
    let sowings: Int
    let lists: Int
    let items: Int

    init(_ number: (GardenKind) -> Int) {
        plants = number(.plant)
        sowings = number(.sowing)
        lists = number(.list)
        items = number(.item)
    }
}

/// An export as machines see it.
struct ExportRecord: Encodable {
    let file: String
    let format: String
    let bytes: Int
    let exported: NumbersRecord
}

/// An import as machines see it, or what it would come to.
struct ImportRecord: Encodable {
    let file: String
    let format: String
    /// Whether nothing was changed.
    let preview: Bool
    /// What was added, or would be.
    let new: NumbersRecord
    /// What was there already.
    let present: NumbersRecord
    /// How many conflicts were settled by the file's values.
    let taken: Int
    /// The conflicts that are left.
    let conflicts: [ConflictRecord]
}

/// A conflict of an import as machines see it.
struct ConflictRecord: Encodable {
    struct Difference: Encodable {
        let field: String
        let garden: String
        let file: String
    }

    let kind: GardenKind
    let id: UUID
    let title: String
    /// `differs`, `nameTaken` or `twiceInFile`.
    let reason: String
    let differences: [Difference]

    init(_ conflict: ImportConflict) {
        kind = conflict.kind
        id = conflict.thing
        title = conflict.title()
        reason = "\(conflict.reason)"
        differences = conflict.differences.map {
            Difference(field: $0.field.rawValue, garden: $0.garden, file: $0.file)
        }
    }
}
