import Foundation

/// A sowing as a screen shows it: a copy of the stored values at one moment.
public struct SowingRow: Sendable, Hashable, Identifiable {
    /// The sowing's own id. It stays the same when the sowing moves to another plant.
    public let id: UUID
    /// The plant that was sown.
    public let plantID: UUID
    /// The day the seeds were sown.
    public let date: CalendarDay
    /// The number of seeds, 0 to 32,767.
    public let numberOfSeeds: Int
    /// What the gardener wrote about it; lines end with a line feed. May be empty.
    public let note: String
    /// Grows with each change of the row; of two rows with one id the greater version is the newer.
    public let version: Int
    /// Where the row stands among the sowings of its plant, newest first.
    public let cursor: RowCursor

    /// Makes a row.
    public init(
        id: UUID, plantID: UUID, date: CalendarDay, numberOfSeeds: Int, note: String, version: Int,
        cursor: RowCursor
    ) {
        self.id = id
        self.plantID = plantID
        self.date = date
        self.numberOfSeeds = numberOfSeeds
        self.note = note
        self.version = version
        self.cursor = cursor
    }

    /// The sowing in words: "20 seeds on Mar 1, 2026", "1 seed on 1 Mar 2026".
    ///
    /// - Parameter order: The order of day, month and year the reader is used to.
    public func title(_ order: DateOrder = .monthDayYear) -> String {
        Counted.seeds(numberOfSeeds, on: date, order)
    }
}
