import Foundation

/// A true clash: two people changed the same fields of one thing to different values.
///
/// Nothing was saved. A screen shows both values, keeps what was typed, and offers to save again with
/// `currentForm…` as the new base: then what was typed wins for these fields.
public struct Conflict: Sendable, Hashable {
    /// One field both sides changed.
    public struct Clash: Sendable, Hashable {
        /// The field.
        public let field: GardenField
        /// The value when the form was opened.
        public let base: String
        /// The value that is stored now.
        public let theirs: String
        /// The value that was typed.
        public let yours: String

        /// Makes a clash.
        public init(field: GardenField, base: String, theirs: String, yours: String) {
            self.field = field
            self.base = base
            self.theirs = theirs
            self.yours = yours
        }
    }

    /// The stored values, to be the base of the next try.
    public enum Current: Sendable, Hashable {
        case plant(PlantForm)
        case sowing(SowingForm)
        case name(String)
    }

    /// The kind of thing that was being saved.
    public let kind: GardenKind
    /// Its id.
    public let id: UUID
    /// The fields in clash, at least one.
    public let clashes: [Clash]
    /// The fields only the other side changed: a form shown again takes their current values, or the next
    /// try would change them back.
    public let merged: [GardenField]
    /// What is stored now.
    public let current: Current

    /// Makes a conflict.
    public init(kind: GardenKind, id: UUID, clashes: [Clash], merged: [GardenField], current: Current) {
        self.kind = kind
        self.id = id
        self.clashes = clashes
        self.merged = merged
        self.current = current
    }

    /// The conflict in a sentence.
    public var message: String {
        let fields = clashes.map(\.field.label).joined(separator: ", ")
        return "Somebody changed this meanwhile (\(fields)): choose which value stays."
    }
}
