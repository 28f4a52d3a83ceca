import Foundation
import Garden

/// Add List: a dialog over My Lists.
enum NewListScreen {
    static func show(_ visit: Visit) throws -> Answer {
        .page(try page(visit, dialog(id: UUID())))
    }

    static func save(_ visit: Visit) throws -> Answer {
        let id = try visit.newID()
        var dialog = dialog(id: id)
        dialog.typed = visit.form["name"] ?? ""
        do {
            let list = try visit.garden.lists.add(name: dialog.typed, id: id)
            return .moved(.lists.showing(row: list.id))
        } catch GardenError.invalid(let errors) {
            dialog.problems = Problems(errors)
            return .page(try page(visit, dialog), .unprocessableContent)
        } catch GardenError.duplicate(let duplicate) {
            let alert = Dialog.alreadyAdded(duplicate, showing: Dialog.place(of: duplicate))
            return .page(try page(visit, dialog, alert), .conflict)
        }
    }

    private static func dialog(id: UUID) -> NameDialog {
        NameDialog(
            title: "Add List", label: "List name", action: .lists, cancel: .lists, kind: .list, id: id,
            button: "Add List")
    }

    private static func page(_ visit: Visit, _ dialog: NameDialog, _ alert: HTML = .empty) throws -> Page {
        var page = try ListsScreen.page(visit)
        page.isCovered = true
        page.dialogs = .several([dialog.html, alert])
        return page
    }
}
