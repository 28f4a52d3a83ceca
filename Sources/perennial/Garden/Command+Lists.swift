import Garden

extension Command {
    /// `perennial lists`
    static let lists = Command(
        name: "lists", summary: "List and change lists.", details: "LIST is a list's name or its id.",
        options: GardenSession.options, subcommands: [listLists, addList, showList, renameList, deleteList],
        run: listLists.run)

    private static let listLists = Command(
        name: "list", summary: "List the lists.", options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments) { session in
            let rows = try ListViewModel(session.container).lists()
            try session.answer(rows.map(ListRecord.init), rows.map(line))
            return true
        }
    }

    private static let addList = Command(
        name: "add", summary: "Add a list.", operands: "NAME", operandCount: 1...1,
        options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments) { session in
            let row = try ListViewModel(session.container).add(name: arguments.operands[0])
            try session.answer(ListRecord(row), [line(row)])
            return true
        }
    }

    private static let showList = Command(
        name: "show", summary: "Show the items of a list.", operands: "LIST", operandCount: 1...1,
        options: GardenSession.options, run: showItems)

    private static let renameList = Command(
        name: "rename", summary: "Rename a list.", operands: "LIST NAME", operandCount: 2...2,
        options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments) { session in
            let lists = ListViewModel(session.container)
            let list = try lists.find(arguments.operands[0])
            let row = try lists.rename(list.id, base: list.name, to: arguments.operands[1])
            try session.answer(ListRecord(row), [line(row)])
            return true
        }
    }

    private static let deleteList = Command(
        name: "delete", summary: "Delete a list and its items.", operands: "LIST", operandCount: 1...1,
        options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments) { session in
            let lists = ListViewModel(session.container)
            let undo = try lists.delete(try lists.find(arguments.operands[0]).id)
            try session.answer(DeletionRecord(undo), ["Deleted \(undo.title())."])
            return true
        }
    }

    private static func line(_ row: ListRow) -> String {
        "\(row.id)  \(row.name)  \(row.openCount) of \(Counted.items(row.itemCount)) open"
    }
}
