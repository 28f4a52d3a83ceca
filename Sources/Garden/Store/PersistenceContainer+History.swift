import CoreData
import Foundation

extension PersistenceContainer {
    /// How long the store keeps what each save changed, in days. Other programs take up a save within a second;
    /// the days are for one that was stopped meanwhile.
    public static let daysOfHistory = 7

    /// Drops what the store keeps of saves longer ago than `daysOfHistory`. What was saved itself stays.
    ///
    /// - Parameter date: Now.
    /// - Throws: `GardenError.store`.
    public func dropOldHistory(at date: Date = Date()) throws {
        // A garden in memory has one program only, and so no history.
        guard storeURL != nil else { return }
        let limit = date.addingTimeInterval(-86400 * Double(Self.daysOfHistory))
        try read { _ = try $0.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: limit)) }
    }
}
