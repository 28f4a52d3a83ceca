import CoreData
import Foundation

/// The screen of all lists: adding, renaming and deleting them.
///
/// Every method may be called from any thread, blocks while it works, and throws `GardenError` only.
public final class ListViewModel: Sendable {
    private let container: PersistenceContainer

    /// Makes a view model on a store.
    public init(_ container: PersistenceContainer) { self.container = container }

    /// All lists, sorted by name.
    public func lists() throws -> [ListRow] {
        try container.read { context in
            try context.portion(of: Lists.self, where: nil, after: nil, limit: 0).map(\.row)
        }
    }

    /// One list.
    ///
    /// - Throws: `GardenError.gone`.
    public func list(_ id: UUID) throws -> ListRow {
        try container.read { try $0.existingList(id).row }
    }

    /// The list that is meant by an id, or by a name in any spelling that is the same name.
    ///
    /// A list that is called like an id is found by that name too, unless it is the id of another.
    ///
    /// - Throws: `GardenError.gone` when there is none.
    public func find(_ nameOrID: String) throws -> ListRow {
        try container.read { context in
            let id = UUID(uuidString: nameOrID)
            if let id, let list = try context.first(Lists.self, "id", is: id) { return list.row }
            if let list = try context.list(named: nameOrID) { return list.row }
            guard let id else { throw GardenError.gone(Gone(kind: .list, id: nil)) }
            return try context.existingList(id).row
        }
    }

    /// Adds a list.
    ///
    /// - Parameters:
    ///   - name: The name, 1 to 200 characters.
    ///   - id: The id of the new list. A form that is sent twice with one id adds one list;
    ///     sent again with another name, after going back, it adds that too.
    /// - Throws: `GardenError.duplicate`, `.invalid`.
    public func add(name: String, id: UUID = UUID()) throws -> ListRow {
        let name = try NameText.checkedName(name)
        return try container.write { context in
            if let list = try context.list(named: name, addedAs: id) { return list.row }
            let sent = try context.first(Lists.self, "id", is: id)
            return Lists(in: context, id: sent == nil ? id : UUID(), name: name).row
        }
    }

    /// Renames a list.
    ///
    /// - Parameters:
    ///   - id: The list.
    ///   - base: The name when the form was opened.
    ///   - new: The name as typed.
    /// - Throws: `GardenError.duplicate`, `.invalid`, `.conflict`, `.gone`.
    public func rename(_ id: UUID, base: String, to new: String) throws -> ListRow {
        let new = try NameText.checkedName(new)
        return try container.write { context in
            let list = try context.existingList(id)
            let current = list.name ?? ""
            var merge = ThreeWayMerge()
            let name = merge.value(.name, base: NameText.tidied(base), theirs: current, yours: new)
            try merge.requireNoClash(.list, id, current: .name(current))
            if name != current {
                try context.requireFreeList(name, except: list)
                list.setName(name)
            }
            return list.row
        }
    }

    /// Deletes a list and its items.
    ///
    /// - Returns: What brings them back.
    /// - Throws: `GardenError.gone`.
    public func delete(_ id: UUID) throws -> Undo {
        try container.write { try Deletion.delete($0.existingList(id), in: $0) }
    }
}
