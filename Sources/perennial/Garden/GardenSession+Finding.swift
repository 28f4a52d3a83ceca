import Foundation
import Garden

extension GardenSession {
    /// The plant that is meant by a name or an id.
    ///
    /// - Throws: ``Refusal``, which names plants that could be meant.
    func plant(_ nameOrID: String) throws -> PlantRow {
        try found(nameOrID, "plant", overview: line("plants list")) {
            try plants.find($0)
        } similar: {
            try plants.rows(search: $0, limit: 3).rows.map(\.name)
        }
    }

    /// The list that is meant by a name or an id.
    ///
    /// - Throws: ``Refusal``.
    func list(_ nameOrID: String) throws -> ListRow {
        try found(nameOrID, "list", overview: line("lists list")) { try lists.find($0) }
    }

    /// The item of a list that is meant by a name or an id.
    ///
    /// - Throws: ``Refusal``.
    func item(_ nameOrID: String, of list: ListRow) throws -> ItemRow {
        try found(nameOrID, "item", overview: line("items list", list.name)) {
            try ItemViewModel(container, list: list.id).find($0)
        }
    }

    /// - Parameters:
    ///   - overview: the command that shows what there is.
    ///   - similar: names that could be meant by one that nothing has.
    private func found<Row>(
        _ nameOrID: String, _ kind: String, overview: String, find: (String) throws -> Row,
        similar: (String) throws -> [String] = { _ in [] }
    ) throws -> Row {
        // Invisible characters alone are no name either.
        guard !NameKey.plain(nameOrID).isEmpty else {
            throw Refusal(.invalid, "Enter the name or the id of \(kind == "item" ? "an" : "a") \(kind).")
        }
        do {
            return try find(nameOrID)
        } catch GardenError.gone(let gone) where gone.deletion == nil {
            let names = try similar(nameOrID).map(Quotation.of)
            let like = names.isEmpty ? "" : ", but there is \(names.joined(separator: ", "))"
            throw Refusal(.gone, "There is no \(kind) \(Quotation.of(nameOrID))\(like).")
                .advising(overview, "shows all")
        }
    }
}
