import Garden

extension Command {
    private static let search = Option("--search", value: "WORDS", "Only those with these words in the name.")

    /// `perennial plants`
    static let plants = Command(
        name: "plants", summary: "List and change plants.",
        details: "PLANT is a plant's name (“Genus species”, in quotes) or its id.",
        options: GardenSession.options + [search],
        subcommands: [listPlants, addPlant, renamePlant, deletePlant], run: listPlants.run)

    private static let listPlants = Command(
        name: "list", summary: "List the plants.", options: GardenSession.options + [search]
    ) { arguments in
        try GardenSession.run(arguments, .reading) { session in
            let rows = try RowPage.allRows {
                try session.plants.rows(search: arguments["--search"] ?? "", after: $0, limit: 1000)
            }
            return Answer(rows.map(PlantRecord.init), rows.map(line))
        }
    }

    private static let addPlant = Command(
        name: "add", summary: "Add a plant.", operands: "GENUS [SPECIES]", operandCount: 1...2,
        options: GardenSession.options
    ) { arguments in
        // A store is not made for a name that is none.
        let name = try PlantForm(arguments.operands).checked()
        return try GardenSession.run(arguments, .founding) { session in
            let row = try session.plants.add(genus: name.genus, species: name.species)
            return Answer(PlantRecord(row), [line(row)])
        }
    }

    private static let renamePlant = Command(
        name: "rename", summary: "Rename a plant; its sowings stay with it.",
        operands: "PLANT GENUS [SPECIES]", operandCount: 2...3, options: GardenSession.options
    ) { arguments in
        let name = try PlantForm(Array(arguments.operands.dropFirst())).checked()
        return try GardenSession.run(arguments, .changing) { session in
            let plant = try session.plant(arguments.operands[0])
            let row = try session.plants.rename(plant.id, base: PlantForm(plant), to: name).plant
            return Answer(PlantRecord(row), line(row), isChanged: PlantForm(row) != PlantForm(plant))
        }
    }

    private static let deletePlant = Command(
        name: "delete", summary: "Delete a plant and its sowings.", operands: "PLANT", operandCount: 1...1,
        options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments, .changing) { session in
            session.answer(try session.plants.delete(try session.plant(arguments.operands[0]).id))
        }
    }

    private static func line(_ row: PlantRow) -> String {
        "\(row.id)  \(row.name)  \(Counted.sowings(row.sowingCount))  \(Counted.seeds(row.seedTotal))"
    }
}

extension PlantForm {
    /// The names in `GENUS [SPECIES]`.
    fileprivate init(_ operands: [String]) {
        self.init(genus: operands[0], species: operands.count > 1 ? operands[1] : "")
    }
}
