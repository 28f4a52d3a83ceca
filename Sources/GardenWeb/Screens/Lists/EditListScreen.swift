import Foundation
import Garden

/// Edit List: a dialog that renames or deletes a list.
enum EditListScreen {
    static func show(_ visit: Visit) throws -> Answer {
        let list = try visit.garden.lists.list(try visit.id())
        return .page(
            try ListScreen.page(visit, list: list.id, under: dialog(list.id, typed: list.name, base: list.name)))
    }

    static func save(_ visit: Visit) throws -> Answer {
        let id = try visit.id()
        let base = visit.form["base-name"] ?? ""
        var dialog = dialog(id, typed: visit.form["name"] ?? "", base: base)
        do {
            try visit.restoreWanted(.list, as: .renamed(dialog.typed))
            _ = try visit.garden.lists.rename(id, base: base, to: dialog.typed)
            return .moved(.list(id))
        } catch GardenError.invalid(let errors) {
            dialog.problems = Problems(errors)
            return .page(try ListScreen.page(visit, list: id, under: dialog), .unprocessableContent)
        } catch GardenError.duplicate(let duplicate) {
            let alert = Dialog.alreadyAdded(duplicate, showing: Dialog.place(of: duplicate))
            return .page(try ListScreen.page(visit, list: id, under: dialog, alert), .conflict)
        } catch GardenError.conflict(let conflict) {
            if case .name(let current) = conflict.current { dialog.base = current }
            dialog.problems = Problems(conflict)
            return .page(try ListScreen.page(visit, list: id, under: dialog), .conflict)
        } catch GardenError.gone(let gone) {
            dialog.gone = gone
            return .page(try ListScreen.page(visit, list: id, under: dialog), .conflict)
        }
    }

    static func delete(_ visit: Visit) throws -> Answer {
        let landing = Location.lists.with("edit", visit.isEditing ? "1" : nil)
        do {
            return .moved(landing, undo: try visit.garden.lists.delete(try visit.id()))
        } catch GardenError.gone(let gone) {
            guard let deletion = gone.deletion else { throw GardenError.gone(gone) }
            return .moved(landing, undo: deletion)
        }
    }

    private static func dialog(_ id: UUID, typed: String, base: String) -> NameDialog {
        NameDialog(
            title: "Edit List", label: "List name", action: .list(id), cancel: .list(id), kind: .list,
            typed: typed, base: base, row: id, button: "Save", delete: .deleteList(id))
    }
}
