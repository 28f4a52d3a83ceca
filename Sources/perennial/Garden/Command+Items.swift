import Foundation
import Garden

extension Command {
    /// `perennial items`
    static let items = Command(
        name: "items", summary: "List and change the items of a list.",
        details: "LIST is a list's name or its id, ITEM an item's name or its id.",
        options: GardenSession.options,
        subcommands: [listItems, addItems, tickItems, untickItems, renameItem, deleteItems])

    /// Shows the items of the list that is the first operand.
    @Sendable
    static func showItems(_ arguments: Arguments) throws -> Int32 {
        try run(arguments, .reading) { items, _, _, _ in
            let records = try RowPage.allRows { try items.items(after: $0, limit: 1000) }.map(ItemRecord.init)
            return Answer(records, records.map(line))
        }
    }

    private static let listItems = Command(
        name: "list", summary: "List the items of a list.", operands: "LIST", operandCount: 1...1,
        options: GardenSession.options, run: showItems)

    private static let addItems = Command(
        name: "add", summary: "Add items; a NAME of several lines is several.", operands: "LIST NAME…",
        operandCount: many, options: GardenSession.options
    ) { arguments in
        try run(arguments, .changing) { items, _, names, session in
            let result = try items.add(names: names)
            let duplicates = result.duplicates.map { duplicate in
                var refusal = session.refusal(GardenError.duplicate(duplicate))
                refusal.name = duplicate.name
                return refusal
            }
            let refused = result.refused.map { line in
                let which = names.count > 1 && !NameKey.plain(line.line).isEmpty ? Quotation.of(line.line) + ": " : ""
                var refusal = Refusal(.invalid, which + line.message)
                refusal.name = line.line
                return refusal
            }
            let added = result.added.map(ItemRecord.init)
            return Answer(
                AddedItemsRecord(
                    added: added, duplicates: duplicates.map(RefusalRecord.init),
                    refused: refused.map(RefusalRecord.init)),
                added.map(line), refusals: duplicates + refused)
        }
    }

    private static let tickItems = Command(
        name: "tick", summary: "Tick items off.", operands: "LIST ITEM…", operandCount: many,
        options: GardenSession.options
    ) { try setDone(true, $0) }

    private static let untickItems = Command(
        name: "untick", summary: "Put items back that are ticked off.", operands: "LIST ITEM…",
        operandCount: many, options: GardenSession.options
    ) { try setDone(false, $0) }

    private static let renameItem = Command(
        name: "rename", summary: "Rename an item.", operands: "LIST ITEM NAME", operandCount: 3...3,
        options: GardenSession.options
    ) { arguments in
        let name = try NameText.checkedName(arguments.operands[2])
        return try run(arguments, .changing) { items, list, names, session in
            let item = try session.item(names[0], of: list)
            let record = ItemRecord(try items.rename(item.id, base: item.name, to: name))
            return Answer(record, line(record), isChanged: record.name != item.name)
        }
    }

    private static let deleteItems = Command(
        name: "delete", summary: "Delete items.", operands: "LIST ITEM…", operandCount: many,
        options: GardenSession.options
    ) { arguments in
        try run(arguments, .changing) { items, list, names, session in
            let (deleted, refused) = each(names, session) { try items.delete(try session.item($0, of: list).id) }
            return Answer(
                DeletedItemsRecord(
                    deleted: deleted.map(DeletionRecord.init), refused: refused.map(RefusalRecord.init)),
                deleted.map(session.line), refusals: refused)
        }
    }

    /// A list and at least one name.
    private static let many = 2...10_000

    /// Runs a command on the list that is the first operand; `work` gets the list and the other operands.
    private static func run(
        _ arguments: Arguments, _ use: StoreUse,
        _ work: (ItemViewModel, ListRow, [String], GardenSession) throws -> Answer
    ) throws -> Int32 {
        try GardenSession.run(arguments, use) { session in
            let list = try session.list(arguments.operands[0])
            let items = ItemViewModel(session.container, list: list.id)
            return try work(items, list, Array(arguments.operands.dropFirst()), session)
        }
    }

    private static func setDone(_ isDone: Bool, _ arguments: Arguments) throws -> Int32 {
        try run(arguments, .changing) { items, list, names, session in
            let (records, refused) = each(names, session) { name in
                let item = try session.item(name, of: list)
                let record = ItemRecord(try items.setDone(item.id, isDone))
                return ChangedRecord(record: record, isChanged: record.done != item.isDone)
            }
            return Answer(
                ItemsRecord(items: records, refused: refused.map(RefusalRecord.init)),
                records.map { Answer.line(line($0.record), isChanged: $0.isChanged) }, refusals: refused)
        }
    }

    /// Does one thing for each name. What is refused does not keep the rest from being done.
    private static func each<Result>(
        _ names: [String], _ session: GardenSession, _ work: (String) throws -> Result
    ) -> (done: [Result], refused: [Refusal]) {
        var done: [Result] = []
        var refused: [Refusal] = []
        for name in names {
            do {
                done.append(try work(name))
            } catch {
                var refusal = session.refusal(error)
                refusal.name = name
                refused.append(refusal)
            }
        }
        return (done, refused)
    }

    private static func line(_ item: ItemRecord) -> String {
        "\(item.id)  [\(item.done ? "x" : " ")]  \(item.name)"
    }
}
