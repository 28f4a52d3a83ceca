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
        try GardenSession.run(arguments, .reading) { session in
            let rows = try session.lists.lists()
            return Answer(rows.map(ListRecord.init), rows.map(line))
        }
    }

    private static let addList = Command(
        name: "add", summary: "Add a list.", operands: "NAME", operandCount: 1...1,
        options: GardenSession.options
    ) { arguments in
        // A store is not made for a name that is none.
        let name = try NameText.checkedName(arguments.operands[0])
        return try GardenSession.run(arguments, .founding) { session in
            let row = try session.lists.add(name: name)
            return Answer(ListRecord(row), [line(row)])
        }
    }

    private static let showList = Command(
        name: "show", summary: "Show the items of a list.", operands: "LIST", operandCount: 1...1,
        options: GardenSession.options, run: showItems)

    private static let renameList = Command(
        name: "rename", summary: "Rename a list.", operands: "LIST NAME", operandCount: 2...2,
        options: GardenSession.options
    ) { arguments in
        let name = try NameText.checkedName(arguments.operands[1])
        return try GardenSession.run(arguments, .changing) { session in
            let list = try session.list(arguments.operands[0])
            let row = try session.lists.rename(list.id, base: list.name, to: name)
            return Answer(ListRecord(row), line(row), isChanged: row.name != list.name)
        }
    }

    private static let deleteList = Command(
        name: "delete", summary: "Delete a list and its items.", operands: "LIST", operandCount: 1...1,
        options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments, .changing) { session in
            session.answer(try session.lists.delete(try session.list(arguments.operands[0]).id))
        }
    }

    private static func line(_ row: ListRow) -> String {
        "\(row.id)  \(row.name)  \(row.openCount) of \(Counted.items(row.itemCount)) open"
    }
}
