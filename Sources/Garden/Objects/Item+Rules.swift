import CoreData
import Foundation

extension Item {
    /// A new item of `list`, counted there. `name` is tidied.
    convenience init(
        in context: NSManagedObjectContext, id: UUID, of list: Lists, name: String, isDone: Bool = false
    ) {
        self.init(context: context)
        self.id = id
        self.isDone = isDone
        version = 0
        setName(name)
        toLists = list
        listID = list.id
        list.adjust(items: 1, open: isDone ? 0 : 1)
    }

    /// Gives the item a name, with all that follows from it.
    func setName(_ name: String) {
        self.name = name
        nameKey = NameKey.plain(name)
        sortKey = SortKey.name(name)
        version += 1
    }

    /// Ticks the item off or puts it back; the list's number of open items follows.
    func setDone(_ isDone: Bool) {
        guard self.isDone != isDone else { return }
        self.isDone = isDone
        toLists?.adjust(items: 0, open: isDone ? -1 : 1)
        version += 1
    }

    /// Moves the item to another list; both lists' numbers follow. The list has no item of this name.
    func move(to list: Lists) {
        toLists?.adjust(items: -1, open: isDone ? 0 : -1)
        list.adjust(items: 1, open: isDone ? 0 : 1)
        toLists = list
        listID = list.id
        version += 1
    }

    /// The item as a row.
    var row: ItemRow {
        ItemRow(
            id: id ?? .missing, listID: listID ?? .missing, name: name ?? "", isDone: isDone,
            pictureID: imageID, version: Int(version), cursor: RowCursor(key: sortKey ?? ""))
    }
}
