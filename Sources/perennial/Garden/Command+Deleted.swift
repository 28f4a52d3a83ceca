import Foundation
import Garden

extension Command {
    /// `perennial restore`
    static let restore = Command(
        name: "restore", summary: "Bring back what was deleted: the same as undo, of one that is named.",
        details: "DELETION is an id that “deleted” or “delete” shows.", operands: "DELETION", operandCount: 1...1,
        options: undo.options, run: undo.run)

    /// `perennial deleted`
    static let deleted = Command(
        name: "deleted", summary: "List what was deleted, and delete it for good.",
        details: "Deleted things are kept for \(BinViewModel.daysKept) days; “restore” brings them back.",
        options: GardenSession.options, subcommands: [listDeleted, dropDeleted, emptyDeleted], run: listDeleted.run)

    private static let listDeleted = Command(
        name: "list", summary: "List what was deleted, the latest first.", options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments, .reading) { session in
            let entries = try session.bin.entries(limit: 100_000)
            return Answer(
                entries.map(DeletionRecord.init),
                entries.map { "\($0.id)  \(CalendarDay.today(in: .current, at: $0.deletedAt))  \($0.title())" })
        }
    }

    private static let dropDeleted = Command(
        name: "drop", summary: "Delete one for good.", operands: "DELETION", operandCount: 1...1,
        options: GardenSession.options
    ) { arguments in
        let id = try deletionID(arguments.operands[0])
        return try GardenSession.run(arguments, .changing) { session in
            let entry = try session.bin.entry(id)
            try session.bin.drop(id)
            return Answer(DeletionRecord(entry), ["Deleted \(entry.title()) for good."])
        }
    }

    private static let emptyDeleted = Command(
        name: "empty", summary: "Delete all for good.", options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments, .changing) { session in
            let count = try session.bin.dropAll()
            return Answer(["deleted": count], [count == 1 ? "Deleted 1 for good." : "Deleted \(count) for good."])
        }
    }
}
