import Foundation

/// What bringing a file in would come to. Nothing was changed.
public struct ImportPlan: Sendable {
    /// What would become of the things of one kind.
    public struct Numbers: Sendable, Hashable {
        /// Those that would be added.
        public internal(set) var new = 0
        /// Those that are there already.
        public internal(set) var present = 0
        /// Those that are there with other values.
        public internal(set) var conflicting = 0
        /// Those that the file has once more, as it has them before.
        public internal(set) var repeated = 0
    }

    /// One thing of the file, to be shown.
    public struct Row: Sendable, Hashable {
        /// The kind of the thing.
        public let kind: GardenKind
        /// The name; of a sowing its plant's.
        public let name: String
        /// The list of an item; nil for the others.
        public let list: String?
        /// The sowing; nil for the others.
        public let sowing: SowingSummary?

        /// What it is, in words, as `ImportConflict.title(_:)`.
        public func title(_ order: DateOrder = .monthDayYear) -> String {
            if let sowing { return "\(sowing.title(order)) of \(name)" }
            return list.map { "\(name) in \($0)" } ?? name
        }
    }

    private var numbers: [GardenKind: Numbers] = [:]
    private var firstNew: [GardenKind: [Row]] = [:]
    private var firstPresent: [GardenKind: [Row]] = [:]
    /// Every conflict, in the order of the file.
    public internal(set) var conflicts: [ImportConflict] = []

    /// The numbers of a kind.
    public subscript(kind: GardenKind) -> Numbers {
        get { numbers[kind] ?? Numbers() }
        set { numbers[kind] = newValue }
    }

    /// The first of a kind that would be added.
    public func new(_ kind: GardenKind) -> [Row] { firstNew[kind] ?? [] }

    /// The first of a kind that are there already.
    public func present(_ kind: GardenKind) -> [Row] { firstPresent[kind] ?? [] }

    /// Whether nothing would be added.
    public var addsNothing: Bool { GardenKind.allCases.allSatisfy { self[$0].new == 0 } }

    /// "12 plants and 30 sowings", what would be added; "nothing" for none.
    public var newInWords: String { Counted.things { self[$0].new } }

    /// The conflicts in which the file's values could take the place of the garden's.
    public var conflictsToTake: Set<ImportConflict.ID> { Set(conflicts.lazy.filter(\.canTakeFile).map(\.id)) }

    /// How many rows of each kind are kept to be shown.
    static let greatestNumberOfRows = 20

    mutating func addNew(_ row: @autoclosure () -> Row, _ kind: GardenKind) {
        self[kind].new += 1
        if firstNew[kind, default: []].count < Self.greatestNumberOfRows { firstNew[kind, default: []].append(row()) }
    }

    mutating func addPresent(_ row: @autoclosure () -> Row, _ kind: GardenKind) {
        self[kind].present += 1
        if firstPresent[kind, default: []].count < Self.greatestNumberOfRows {
            firstPresent[kind, default: []].append(row())
        }
    }

    mutating func add(_ conflict: ImportConflict) {
        self[conflict.kind].conflicting += 1
        conflicts.append(conflict)
    }
}

/// What bringing a file in came to.
public struct Imported: Sendable {
    /// What there was to do when it was done, which can differ from what was planned where others saved meanwhile.
    /// Its conflicts are those that are left.
    public let plan: ImportPlan
    /// How many conflicts were settled by taking the file's values.
    public let taken: Int

    /// How many of a kind were added.
    public func added(_ kind: GardenKind) -> Int { plan[kind].new }
}
