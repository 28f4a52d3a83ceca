import Foundation

/// Something in a file that is in the garden as well, with other contents.
///
/// It is left as it is unless somebody says that the file's values are to take its place.
public struct ImportConflict: Sendable, Hashable, Identifiable {
    /// A value on which both differ. Days are written as `2026-03-01`, names of plants and lists as they are shown;
    /// an empty text is no value.
    public struct Difference: Sendable, Hashable {
        /// What it is a value of.
        public let field: GardenField
        /// The value in the garden.
        public let garden: String
        /// The value in the file.
        public let file: String

        /// Makes one.
        public init(_ field: GardenField, garden: String, file: String) {
            self.field = field
            self.garden = garden
            self.file = file
        }
    }

    /// Why it is a conflict.
    public enum Reason: Sendable, Hashable {
        /// The id is in the garden with other values; the file's can take their place.
        case differs
        /// The same, but something else has the file's name; nothing can be done here.
        case nameTaken
        /// The id is in the file twice, with different values; the first of them counts.
        case twiceInFile
    }

    /// Stands for this conflict as it was seen: when the garden's thing changes, it is another conflict.
    public struct ID: Sendable, Hashable {
        let kind: GardenKind
        let thing: UUID
        /// The version of the thing in the garden; less than 0 for one of the file's own.
        let version: Int
        /// What the file says, so that another file's conflict is not taken for it.
        let differences: [Difference]
    }

    /// The kind of the thing.
    public let kind: GardenKind
    /// The thing's id.
    public let thing: UUID
    /// What it is called in the garden: the name; of a sowing its plant's.
    public let name: String
    /// The list of an item; nil for the others.
    public let list: String?
    /// The sowing as it is in the garden; nil for the others.
    public let sowing: SowingSummary?
    /// What differs, at least one value.
    public let differences: [Difference]
    /// Why it is a conflict.
    public let reason: Reason
    let version: Int

    /// Its identity.
    public var id: ID { ID(kind: kind, thing: thing, version: version, differences: differences) }

    /// Whether the file's values can take the place of the garden's.
    public var canTakeFile: Bool { reason == .differs }

    /// What it is, in words: "Conophytum bilobum", "20 seeds on Mar 1, 2026 of Conophytum bilobum", "Milk in Shopping".
    ///
    /// - Parameter order: The order of day, month and year the reader is used to.
    public func title(_ order: DateOrder = .monthDayYear) -> String {
        ImportPlan.Row(kind: kind, name: name, list: list, sowing: sowing).title(order)
    }
}

/// A sowing in short.
public struct SowingSummary: Sendable, Hashable {
    /// The day the seeds were sown.
    public let date: CalendarDay
    /// The number of seeds.
    public let numberOfSeeds: Int

    /// "20 seeds on Mar 1, 2026".
    public func title(_ order: DateOrder = .monthDayYear) -> String {
        Counted.seeds(numberOfSeeds, on: date, order)
    }
}
