import Foundation

/// Reads the table of plants with their sowings. Rows that name one plant in one way are one plant, wherever they stand.
struct PlantTableReader {
    private var table: CSVTable<PlantColumn>
    private var contents = GardenContents()
    private var faults = ImportFaults()
    private var room: RecordRoom
    private var progress: StepProgress
    /// The place of each plant among `contents.plants`, by what the rows say.
    private var places: [Mention: Int] = [:]

    /// What a row says of its plant.
    private struct Mention: Hashable {
        let id: String
        let genus: String
        let species: String
    }

    init(_ table: CSVTable<PlantColumn>, room: RecordRoom, progress: StepProgress) {
        self.table = table
        self.room = room
        self.progress = progress
    }

    /// What the table holds.
    ///
    /// - Throws: `UnreadableFile`.
    mutating func read() throws -> GardenContents {
        for (column, needs) in [
            (PlantColumn.dateSown, PlantColumn.numberOfSeeds), (.numberOfSeeds, .dateSown), (.note, .dateSown),
        ] where table.has(column) && !table.has(needs) {
            try faults.add(
                "line 1", "There is a column “\(column.title)”, which needs a column “\(needs.title)” as well.")
        }
        try faults.requireNone()
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

    private mutating func read(_ row: CSVTable<PlantColumn>.Row) throws {
        let plant = try plant(row)
        guard [.dateSown, .numberOfSeeds, .note, .sowingID].contains(where: { !NameText.tidied(row[$0]).isEmpty })
        else { return }
        try room.take()
        let id = try faults.id(row[.sowingID], row.place(.sowingID))
        let day = try faults.checked(row.place(.dateSown), row[.dateSown]) { () throws(FieldError) in
            try CalendarDay(typed: row[.dateSown])
        }
        let seeds = try faults.checked(row.place(.numberOfSeeds), row[.numberOfSeeds]) { () throws(FieldError) in
            try SeedCount.parsed(row[.numberOfSeeds])
        }
        let note = try faults.checked(row.place(.note)) { () throws(FieldError) in try NoteText.checked(row[.note]) }
        guard let plant, let day, let seeds, let note else { return }
        contents.plants[plant].sowings.append(
            FileSowing(id: id, day: day, seeds: seeds, note: table.has(.note) ? note : nil))
    }

    /// The place of the row's plant; nil for one that was told to be wrong.
    private mutating func plant(_ row: CSVTable<PlantColumn>.Row) throws -> Int? {
        let typed = Mention(id: row[.plantID], genus: row[.genus], species: row[.species])
        if let place = places[typed] { return place }
        let id = try faults.id(typed.id, row.place(.plantID))
        let name: PlantForm
        do {
            name = try PlantForm(genus: typed.genus, species: typed.species).checked()
        } catch GardenError.invalid(let errors) {
            for error in errors {
                try faults.add(row.place(error.field == .species ? .species : .genus), error.message)
            }
            return nil
        }
        let tidied = Mention(id: id?.uuidString ?? "", genus: name.genus, species: name.species)
        if let place = places[tidied] {
            places[typed] = place
            return place
        }
        try room.take()
        contents.plants.append(FilePlant(id: id, name: name))
        places[typed] = contents.plants.count - 1
        places[tidied] = contents.plants.count - 1
        return contents.plants.count - 1
    }
}

extension ImportFaults {
    /// The id a cell says; nil for none, and for one that was told to be none.
    mutating func id(_ cell: String, _ place: @autoclosure () -> String) throws(UnreadableFile) -> UUID? {
        let text = NameText.tidied(cell)
        if text.isEmpty { return nil }
        if let id = UUID(uuidString: text) { return id }
        try add(place(), "An id such as 4065B515-3011-4456-B05E-F5455CB536FE, or nothing.")
        return nil
    }

    /// What a rule of the forms makes of a value; nil when it was told to be wrong.
    mutating func checked<Value>(
        _ place: @autoclosure () -> String, _ cell: String = "", _ rule: () throws(FieldError) -> Value
    ) throws(UnreadableFile) -> Value? {
        do {
            return try rule()
        } catch {
            let said = NameText.tidied(cell).prefix(40)
            // Some sentences show it already.
            let shows = said.isEmpty || error.message.contains("“")
            try add(place(), shows ? error.message : "\(error.message) It says “\(said)”.")
            return nil
        }
    }
}
