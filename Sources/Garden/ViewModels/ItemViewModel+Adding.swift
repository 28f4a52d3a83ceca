import CoreData
import Foundation

extension ItemViewModel {
    /// Adds one item.
    ///
    /// - Parameters:
    ///   - name: The name, 1 to 200 characters.
    ///   - id: The id of the new item. A form that is sent twice with one id adds one item;
    ///     sent again with another name, after going back, it adds that too.
    /// - Throws: `GardenError.duplicate` (its `existing.isDone` says whether the item could be put back),
    ///   `.invalid`, `.gone` (the list).
    public func add(name: String, id: UUID = UUID()) throws -> ItemRow {
        let name = try NameText.checkedName(name)
        return try container.write { context in
            let list = try context.existingList(listID)
            if let item = try context.item(named: name, in: listID, addedAs: id) { return item.row }
            let sent = try context.first(Item.self, "id", is: id)
            return Item(in: context, id: sent == nil ? id : UUID(), of: list, name: name).row
        }
    }

    /// Adds an item for each line of a pasted text. Lines that name what is there already are left out
    /// and named, as are those that cannot be a name.
    ///
    /// - Parameters:
    ///   - text: The text, up to 1,000 lines that say anything.
    ///   - id: Stands for the form. Sent twice with one id, it adds its items once.
    /// - Throws: `GardenError.invalid` (no line at all, or too many), `.gone` (the list).
    public func addLines(_ text: String, id: UUID = UUID()) throws -> AddedItems {
        let lines = PastedLines.names(in: text)
        if lines.isEmpty {
            throw GardenError.invalid([FieldError(field: .name, message: "Enter a name.")])
        }
        if lines.count > PastedLines.maximumLines {
            throw GardenError.invalid([FieldError(field: .name, message: "At most 1,000 lines at a time.")])
        }
        return try add(lines.enumerated().map { (name: $1, id: id.numbered($0)) })
    }

    /// Adds an item for each name. Those that name what is there already are left out and named, as are
    /// those that cannot be a name. The others are added together, or not at all.
    ///
    /// - Parameter names: The names; one of several lines is taken as pasted lines.
    /// - Throws: `GardenError.gone` (the list).
    public func add(names: [String]) throws -> AddedItems {
        let names = names.flatMap { name in
            let lines = name.contains(where: \.isNewline) ? PastedLines.names(in: name) : []
            return lines.isEmpty ? [name] : lines
        }
        return try add(names.map { (name: $0, id: UUID()) })
    }

    private func add(_ lines: [(name: String, id: UUID)]) throws -> AddedItems {
        var refused: [RefusedLine] = []
        var names: [(name: String, id: UUID)] = []
        for (line, id) in lines {
            do {
                names.append((try NameText.checked(line, field: .name), id))
            } catch {
                refused.append(RefusedLine(line: String(line.prefix(200)), message: error.message))
            }
        }
        return try container.write { context in
            let list = try context.existingList(listID)
            var existing = try context.items(inList: listID, keys: names.map { NameKey.plain($0.name) })
            var added: [ItemRow] = []
            var duplicates: [Duplicate] = []
            for (name, id) in names {
                let key = NameKey.plain(name)
                if let item = existing[key] {
                    if item.id == id {
                        added.append(item.row)
                    } else {
                        duplicates.append(item.duplicate(refusing: name))
                    }
                } else {
                    let isUsed = try context.first(Item.self, "id", is: id) != nil
                    let item = Item(in: context, id: isUsed ? UUID() : id, of: list, name: name)
                    existing[key] = item
                    added.append(item.row)
                }
            }
            return AddedItems(added: added, duplicates: duplicates, refused: refused)
        }
    }
}

extension NSManagedObjectContext {
    /// The items of a list that have one of these keys, by key.
    fileprivate func items(inList listID: UUID, keys: [String]) throws -> [String: Item] {
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSPredicate(format: "listID == %@ AND nameKey IN %@", listID, keys)
        var found: [String: Item] = [:]
        for item in try fetch(request) { found[item.nameKey ?? ""] = item }
        return found
    }
}

extension UUID {
    /// The id of the `index`-th thing a form makes; the first has the form's own.
    fileprivate func numbered(_ index: Int) -> UUID {
        var bytes = uuid
        let number = UInt32(truncatingIfNeeded: index)
        bytes.12 ^= UInt8(truncatingIfNeeded: number >> 24)
        bytes.13 ^= UInt8(truncatingIfNeeded: number >> 16)
        bytes.14 ^= UInt8(truncatingIfNeeded: number >> 8)
        bytes.15 ^= UInt8(truncatingIfNeeded: number)
        return UUID(uuid: bytes)
    }
}
