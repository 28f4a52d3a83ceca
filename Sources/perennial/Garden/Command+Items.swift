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
        try run(arguments) { items, _, session in
            let records = try RowPage.allRows { try items.items(after: $0, limit: 1000) }.map(ItemRecord.init)
            try session.answer(records, records.map(line))
            return true
        }
    }

    private static let listItems = Command(
        name: "list", summary: "List the items of a list.", operands: "LIST", operandCount: 1...1,
        options: GardenSession.options, run: showItems)

    private static let addItems = Command(
        name: "add", summary: "Add items.", operands: "LIST NAME…", operandCount: many,
        options: GardenSession.options
    ) { arguments in
        try run(arguments) { items, names, session in
            try each(names, session) { ItemRecord(try items.add(name: $0)) }
        }
    }

    private static let tickItems = Command(
        name: "tick", summary: "Tick items off.", operands: "LIST ITEM…", operandCount: many,
        options: GardenSession.options
    ) { arguments in
        try run(arguments) { items, names, session in
            try each(names, session) { ItemRecord(try items.setDone(try items.find($0).id, true)) }
        }
    }

    private static let untickItems = Command(
        name: "untick", summary: "Put items back that are ticked off.", operands: "LIST ITEM…",
        operandCount: many, options: GardenSession.options
    ) { arguments in
        try run(arguments) { items, names, session in
            try each(names, session) { ItemRecord(try items.setDone(try items.find($0).id, false)) }
        }
    }

    private static let renameItem = Command(
        name: "rename", summary: "Rename an item.", operands: "LIST ITEM NAME", operandCount: 3...3,
        options: GardenSession.options
    ) { arguments in
        try run(arguments) { items, names, session in
            let item = try items.find(names[0])
            let record = ItemRecord(try items.rename(item.id, base: item.name, to: names[1]))
            try session.answer(record, [line(record)])
            return true
        }
    }

    private static let deleteItems = Command(
        name: "delete", summary: "Delete items.", operands: "LIST ITEM…", operandCount: many,
        options: GardenSession.options
    ) { arguments in
        try run(arguments) { items, names, session in
            let (records, isWhole) = done(names) { DeletionRecord(try items.delete(try items.find($0).id)) }
            try session.answer(records, records.map { "Deleted \($0.title)." })
            return isWhole
        }
    }

    /// A list and at least one name.
    private static let many = 2...10_000

    /// Runs a command on the list that is the first operand; `work` gets the other operands.
    private static func run(
        _ arguments: Arguments, _ work: (ItemViewModel, [String], GardenSession) throws -> Bool
    ) throws -> Int32 {
        try GardenSession.run(arguments) { session in
            let list = try ListViewModel(session.container).find(arguments.operands[0])
            let items = ItemViewModel(session.container, list: list.id)
            return try work(items, Array(arguments.operands.dropFirst()), session)
        }
    }

    /// Does one thing for each name and answers with the items.
    private static func each(
        _ names: [String], _ session: GardenSession, _ work: (String) throws -> ItemRecord
    ) throws -> Bool {
        let (records, isWhole) = done(names, work)
        try session.answer(records, records.map(line))
        return isWhole
    }

    /// Does one thing for each name. What is refused is told, and the rest is done all the same.
    private static func done<Record>(
        _ names: [String], _ work: (String) throws -> Record
    ) -> (records: [Record], isWhole: Bool) {
        var records: [Record] = []
        for name in names {
            do {
                records.append(try work(name))
            } catch {
                let reason = (error as? GardenError)?.message ?? error.localizedDescription
                CommandLineTool.printError("\(name): \(reason)")
            }
        }
        return (records, records.count == names.count)
    }

    private static func line(_ item: ItemRecord) -> String {
        "\(item.id)  [\(item.done ? "x" : " ")]  \(item.name)"
    }
}
