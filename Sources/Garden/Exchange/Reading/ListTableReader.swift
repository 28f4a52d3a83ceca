import Foundation

/// Reads the table of lists with their items. Rows that name one list in one way are one list, wherever they stand.
struct ListTableReader {
    private var table: CSVTable<ListColumn>
    private var contents = GardenContents()
    private var faults = ImportFaults()
    private var room: RecordRoom
    private var progress: StepProgress
    /// The place of each list among `contents.lists`, by what the rows say.
    private var places: [Mention: Int] = [:]

    /// What a row says of its list.
    private struct Mention: Hashable {
        let id: String
        let name: String
    }

    init(_ table: CSVTable<ListColumn>, room: RecordRoom, progress: StepProgress) {
        self.table = table
        self.room = room
        self.progress = progress
    }

    /// What the table holds.
    ///
    /// - Throws: `UnreadableFile`.
    mutating func read() throws -> GardenContents {
        do {
            while let row = try table.next() {
                try read(row)
                progress.done(table.position)
            }
        } catch let fault as ImportFault {
            throw UnreadableFile(faults.faults + [fault])
        }
        try faults.requireNone()
        return contents
    }

    private mutating func read(_ row: CSVTable<ListColumn>.Row) throws {
        let list = try list(row)
        guard [.item, .done, .itemID].contains(where: { !NameText.tidied(row[$0]).isEmpty }) else { return }
        try room.take()
        let id = try faults.id(row[.itemID], row.place(.itemID))
        let name = try faults.checked(row.place(.item)) { () throws(FieldError) in
            try NameText.checked(row[.item], field: .name)
        }
        let isDone = DoneText.read(row[.done])
        if isDone == nil { try faults.add(row.place(.done), "“Yes” or “no”.") }
        guard let list, let name, let isDone else { return }
        contents.lists[list].items.append(
            FileItem(id: id, name: name, isDone: table.has(.done) ? isDone : nil))
    }

    /// The place of the row's list; nil for one that was told to be wrong.
    private mutating func list(_ row: CSVTable<ListColumn>.Row) throws -> Int? {
        let typed = Mention(id: row[.listID], name: row[.list])
        if let place = places[typed] { return place }
        let id = try faults.id(typed.id, row.place(.listID))
        let name = try faults.checked(row.place(.list)) { () throws(FieldError) in
            try NameText.checked(typed.name, field: .name)
        }
        guard let name else { return nil }
        let tidied = Mention(id: id?.uuidString ?? "", name: name)
        if let place = places[tidied] {
            places[typed] = place
            return place
        }
        try room.take()
        contents.lists.append(FileList(id: id, name: name))
        places[typed] = contents.lists.count - 1
        places[tidied] = contents.lists.count - 1
        return contents.lists.count - 1
    }
}
