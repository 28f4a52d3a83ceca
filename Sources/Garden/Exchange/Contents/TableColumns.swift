/// The columns of a table, found by the names in its first line, in any order and case.
protocol TableColumn: CaseIterable, Hashable, Sendable {
    /// The name it is written with.
    var title: String { get }
    /// Other names it is known by.
    var otherTitles: [String] { get }
}

extension TableColumn {
    /// The column of a name; nil for one that is none.
    init?(named name: String) {
        let key = NameKey.plain(name)
        let column = Self.allCases.first { column in
            ([column.title] + column.otherTitles).contains { NameKey.plain($0) == key }
        }
        guard let column else { return nil }
        self = column
    }
}

/// The columns of the table of plants with their sowings.
enum PlantColumn: TableColumn {
    case genus, species, dateSown, numberOfSeeds, note, plantID, sowingID

    var title: String {
        switch self {
        case .genus: GardenField.genus.label
        case .species: GardenField.species.label
        case .dateSown: GardenField.dateSown.label
        case .numberOfSeeds: GardenField.numberOfSeeds.label
        case .note: GardenField.note.label
        case .plantID: "Plant ID"
        case .sowingID: "Sowing ID"
        }
    }

    var otherTitles: [String] {
        switch self {
        case .dateSown: ["Date", "Sown"]
        case .numberOfSeeds: ["Seeds"]
        case .note: ["Notes"]
        default: []
        }
    }
}

/// The columns of the table of lists with their items.
enum ListColumn: TableColumn {
    case list, item, done, listID, itemID

    var title: String {
        switch self {
        case .list: GardenField.list.label
        case .item: "Item"
        case .done: GardenField.done.label
        case .listID: "List ID"
        case .itemID: "Item ID"
        }
    }

    var otherTitles: [String] { [] }
}
