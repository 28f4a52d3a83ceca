import CoreData
import Foundation

extension Lists {
    /// A new list without items. `name` is tidied.
    convenience init(in context: NSManagedObjectContext, id: UUID, name: String) {
        self.init(context: context)
        self.id = id
        version = 0
        setName(name)
    }

    /// Gives the list a name, with all that follows from it.
    func setName(_ name: String) {
        self.name = name
        nameKey = NameKey.plain(name)
        sortKey = SortKey.name(name)
        version += 1
    }

    /// Keeps the numbers a list's row shows right when items come, change or go.
    func adjust(items: Int, open: Int) {
        guard items != 0 || open != 0 else { return }
        itemCount = Int32(clamping: max(0, Int(itemCount) + items))
        openCount = Int32(clamping: max(0, Int(openCount) + open))
        version += 1
    }

    /// The list as a row.
    var row: ListRow {
        ListRow(
            id: id ?? .missing, name: name ?? "", openCount: Int(openCount), itemCount: Int(itemCount),
            version: Int(version), cursor: RowCursor(key: sortKey ?? ""))
    }
}
