import Garden

extension Command {
    private static let search = Option("--search", value: "WORDS", "Only those with these words in the name.")

    /// `perennial plants`
    static let plants = Command(
        name: "plants", summary: "List and change plants.",
        details: "PLANT is a plant's name or its id.", options: GardenSession.options + [search],
        subcommands: [listPlants, addPlant, renamePlant, deletePlant], run: listPlants.run)

    private static let listPlants = Command(
        name: "list", summary: "List the plants.", options: GardenSession.options + [search]
    ) { arguments in
        try GardenSession.run(arguments) { session in
            let plants = PlantsViewModel(session.container)
            let rows = try RowPage.allRows {
                try plants.rows(search: arguments["--search"] ?? "", after: $0, limit: 1000)
            }
            try session.answer(rows.map(PlantRecord.init), rows.map(line))
            return true
        }
    }

    private static let addPlant = Command(
        name: "add", summary: "Add a plant.", operands: "GENUS [SPECIES]", operandCount: 1...2,
        options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments) { session in
            let name = PlantForm(arguments.operands)
            let row = try PlantsViewModel(session.container).add(genus: name.genus, species: name.species)
            try session.answer(PlantRecord(row), [line(row)])
            return true
        }
    }

    private static let renamePlant = Command(
        name: "rename", summary: "Rename a plant; its sowings stay with it.",
        operands: "PLANT GENUS [SPECIES]", operandCount: 2...3, options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments) { session in
            let plants = PlantsViewModel(session.container)
            let plant = try plants.find(arguments.operands[0])
            let name = PlantForm(Array(arguments.operands.dropFirst()))
            let row = try plants.rename(plant.id, base: PlantForm(plant), to: name).plant
            try session.answer(PlantRecord(row), [line(row)])
            return true
        }
    }

    private static let deletePlant = Command(
        name: "delete", summary: "Delete a plant and its sowings.", operands: "PLANT", operandCount: 1...1,
        options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments) { session in
            let plants = PlantsViewModel(session.container)
            let undo = try plants.delete(try plants.find(arguments.operands[0]).id)
            try session.answer(DeletionRecord(undo), ["Deleted \(undo.title())."])
            return true
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
