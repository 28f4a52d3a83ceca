import Foundation
import Garden

/// An item: ticked off and back, renamed and deleted.
enum ItemScreen {
    /// The dialog that renames or deletes it.
    static func show(_ visit: Visit) throws -> Answer {
        let list = try visit.id("list")
        let item = try visit.garden.items(of: list).item(try visit.id())
        var dialog = dialog(list, item.id, typed: item.name, base: item.name)
        dialog.hasPicture = item.pictureID != nil
        return .page(try ListScreen.page(visit, list: list, under: dialog))
    }

    static func save(_ visit: Visit) throws -> Answer {
        let list = try visit.id("list")
        let id = try visit.id()
        let base = visit.form["base-name"] ?? ""
        var dialog = dialog(list, id, typed: visit.form["name"] ?? "", base: base)
        do {
            try visit.restoreWanted(.item, as: .renamed(dialog.typed))
            _ = try visit.garden.items(of: list).rename(id, base: base, to: dialog.typed)
            return .moved(.list(list).showing(row: id))
        } catch GardenError.invalid(let errors) {
            dialog.problems = Problems(errors)
            return .page(try ListScreen.page(visit, list: list, under: dialog), .unprocessableContent)
        } catch GardenError.duplicate(let duplicate) {
            let alert = Dialog.alreadyAdded(duplicate, showing: Dialog.place(of: duplicate))
            return .page(try ListScreen.page(visit, list: list, under: dialog, alert), .conflict)
        } catch GardenError.conflict(let conflict) {
            if case .name(let current) = conflict.current { dialog.base = current }
            dialog.problems = Problems(conflict)
            return .page(try ListScreen.page(visit, list: list, under: dialog), .conflict)
        } catch GardenError.gone(let gone) {
            dialog.gone = gone
            return .page(try ListScreen.page(visit, list: list, under: dialog), .conflict)
        }
    }

    /// Ticks it off or back, as the form says: pressed twice on two devices it does not flip twice.
    static func tick(_ visit: Visit) throws -> Answer {
        let list = try visit.id("list")
        let isDone = try visit.form.required("done") == "1"
        let item = try visit.garden.items(of: list).setDone(try visit.id(), isDone)
        return .moved(visit.request.wantsJSON ? .list(list) : .list(list).showing(row: item.id))
    }

    /// Puts items back that were ticked off.
    static func putBack(_ visit: Visit) throws -> Answer {
        let list = try visit.id()
        let items = visit.garden.items(of: list)
        var last: UUID?
        for id in visit.form.all("item").prefix(500).compactMap({ UUID(uuidString: $0) }) {
            do {
                last = try items.setDone(id, false).id
            } catch GardenError.gone {
                // Deleted in the meantime; the others can still be put back.
            }
        }
        return .moved(last.map { .list(list).showing(row: $0) } ?? .list(list))
    }

    static func delete(_ visit: Visit) throws -> Answer {
        let list = try visit.id("list")
        let landing = Location.list(list).with("edit", visit.isEditing ? "1" : nil)
        do {
            return .moved(landing, undo: try visit.garden.items(of: list).delete(try visit.id()))
        } catch GardenError.gone(let gone) {
            guard let deletion = gone.deletion else { throw GardenError.gone(gone) }
            return .moved(deletion.kind == .item ? landing : .lists, undo: deletion)
        }
    }

    private static func dialog(_ list: UUID, _ id: UUID, typed: String, base: String) -> NameDialog {
        NameDialog(
            title: "Edit Item", label: "Item name", action: .item(id, of: list), cancel: .list(list),
            kind: .item, typed: typed, base: base, row: id, button: "Save", picture: .picture(ofItem: id, of: list),
            delete: .deleteItem(id, of: list))
    }
}
