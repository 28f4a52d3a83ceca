import CoreData
import Foundation

/// The screen of one list and its items.
///
/// Every method may be called from any thread, blocks while it works, and throws `GardenError` only.
public final class ItemViewModel: Sendable {
    let container: PersistenceContainer
    let listID: UUID

    /// Makes a view model for the list with an id.
    public init(_ container: PersistenceContainer, list: UUID) {
        self.container = container
        listID = list
    }

    /// The list itself, with the numbers of its items.
    ///
    /// - Throws: `GardenError.gone`.
    public func list() throws -> ListRow {
        try container.read { try $0.existingList(listID).row }
    }

    /// One portion of the items, sorted by name.
    ///
    /// - Parameters:
    ///   - cursor: The `next` of the portion before; nil for the first.
    ///   - limit: The greatest number of rows.
    /// - Throws: `GardenError.gone` when the list is.
    public func items(after cursor: RowCursor? = nil, limit: Int = 500) throws -> RowPage<ItemRow> {
        try container.read { context in
            let list = try context.existingList(listID)
            let items = try context.portion(
                of: Item.self, where: NSPredicate(format: "listID == %@", listID), after: cursor,
                limit: RowLimit.clamped(limit) + 1)
            return RowPage(items.map(\.row), limit: limit, total: Int(list.itemCount))
        }
    }

    /// One item of the list.
    ///
    /// - Throws: `GardenError.gone`.
    public func item(_ id: UUID) throws -> ItemRow {
        try container.read { try $0.existingItem(id, in: listID).row }
    }

    /// The item of the list that is meant by an id, or by a name in any spelling that is the same name.
    ///
    /// - Throws: `GardenError.gone` when there is none.
    public func find(_ nameOrID: String) throws -> ItemRow {
        try container.read { context in
            let id = UUID(uuidString: nameOrID)
            if let id, let item = try context.first(Item.self, "id", is: id), item.listID == listID { return item.row }
            if let item = try context.item(named: nameOrID, in: listID) { return item.row }
            guard let id else { throw GardenError.gone(Gone(kind: .item, id: nil)) }
            return try context.existingItem(id, in: listID).row
        }
    }

    /// Renames an item.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - base: The name when the form was opened.
    ///   - new: The name as typed.
    /// - Throws: `GardenError.duplicate`, `.invalid`, `.conflict`, `.gone`.
    public func rename(_ id: UUID, base: String, to new: String) throws -> ItemRow {
        let new = try NameText.checkedName(new)
        return try container.write { context in
            let item = try context.existingItem(id, in: listID)
            let current = item.name ?? ""
            var merge = ThreeWayMerge()
            let name = merge.value(.name, base: NameText.tidied(base), theirs: current, yours: new)
            try merge.requireNoClash(.item, id, current: .name(current))
            if name != current {
                try context.requireFreeItem(name, in: listID, except: item)
                item.setName(name)
            }
            return item.row
        }
    }

    /// Ticks an item off or puts it back. What is so already stays so.
    ///
    /// - Throws: `GardenError.gone`.
    public func setDone(_ id: UUID, _ isDone: Bool) throws -> ItemRow {
        try container.write { context in
            let item = try context.existingItem(id, in: listID)
            item.setDone(isDone)
            return item.row
        }
    }

    /// Deletes an item.
    ///
    /// - Returns: What brings it back.
    /// - Throws: `GardenError.gone`.
    public func delete(_ id: UUID) throws -> Undo {
        try container.write { try Deletion.delete($0.existingItem(id, in: listID), in: $0) }
    }
}
