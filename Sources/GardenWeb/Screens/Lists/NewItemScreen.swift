import Foundation
import Garden

/// Add Item: a dialog over the list. Several lines put in at once become several items.
enum NewItemScreen {
    static func show(_ visit: Visit) throws -> Answer {
        let list = try visit.garden.lists.list(try visit.id()).id
        return .page(try ListScreen.page(visit, list: list, under: dialog(list, id: UUID())))
    }

    static func save(_ visit: Visit) throws -> Answer {
        let list = try visit.id()
        let id = try visit.newID()
        var dialog = dialog(list, id: id)
        dialog.typed = visit.form["name"] ?? ""
        let lines = dialog.typed.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        do {
            try visit.restoreWanted(.item)
            guard lines.count > 1 else {
                let name = lines.first.map(String.init) ?? dialog.typed
                let item = try visit.garden.items(of: list).add(name: name, id: id)
                return .moved(.list(list).showing(row: item.id))
            }
            let result = try visit.garden.items(of: list).addLines(dialog.typed, id: id)
            return try answer(result, visit, list)
        } catch GardenError.invalid(let errors) {
            dialog.problems = Problems(errors)
            return .page(try ListScreen.page(visit, list: list, under: dialog), .unprocessableContent)
        } catch GardenError.duplicate(let duplicate) {
            let alert = Dialog.alreadyAdded(duplicate, showing: Dialog.place(of: duplicate)) {
                if duplicate.existing.isDone { putBack([duplicate.existing.id], list, "Put it back") }
            }
            return .page(try ListScreen.page(visit, list: list, under: dialog, alert), .conflict)
        } catch GardenError.gone(let gone) {
            dialog.gone = gone
            return .page(try ListScreen.page(visit, list: list, under: dialog), .conflict)
        }
    }

    /// What became of several lines: the duplicates are named, and lines that can be no item stay in the
    /// dialog to be mended.
    private static func answer(_ result: AddedItems, _ visit: Visit, _ list: UUID) throws -> Answer {
        if result.duplicates.isEmpty, result.refused.isEmpty { return .moved(.list(list)) }
        var page = try ListScreen.page(visit, list: list)
        var dialogs: [HTML] = []
        if let first = result.refused.first {
            var dialog = dialog(list, id: UUID())
            dialog.typed = result.refused.map(\.line).joined(separator: "\n")
            dialog.problems = Problems([FieldError(field: .name, message: first.message)])
            dialogs.append(dialog.html)
            page.isCovered = true
        }
        if !result.duplicates.isEmpty { dialogs.append(alert(result, list)) }
        page.dialogs = .several(dialogs)
        let isNothingDone = result.added.isEmpty
        return .page(page, isNothingDone ? .conflict : .ok)
    }

    private static func alert(_ result: AddedItems, _ list: UUID) -> HTML {
        let count = result.duplicates.count
        let title = count == 1 ? "Item already added" : "\(count) items already added"
        var seen: Set<UUID> = []
        let done = result.duplicates.map(\.existing).filter { $0.isDone && seen.insert($0.id).inserted }
        return Dialog.alert(title: title) {
            p {
                "Item name already present: "
                for (index, duplicate) in result.duplicates.enumerated() {
                    if index > 0 { ", " }
                    bdi { "“\(duplicate.existing.name)”" }
                }
                "."
            }
            if !result.added.isEmpty {
                p { "\(Counted.items(result.added.count)) added." }
            }
        } buttons: {
            if !done.isEmpty {
                div(.class("stack")) {
                    putBack(
                        done.map(\.id), list,
                        done.count == 1 ? "Put back “\(done[0].name)”" : "Put back the \(done.count) ticked off")
                }
            }
            div(.class("two")) { Dialog.ok }
        }
    }

    /// The way back for items that are there, but ticked off.
    private static func putBack(_ ids: [UUID], _ list: UUID, _ title: String) -> HTML {
        form(.action(.tickedItems(of: list))) {
            for id in ids { hidden("item", Location.text(id)) }
            button(.class("btn fill")) { title }
        }
    }

    private static func dialog(_ list: UUID, id: UUID) -> NameDialog {
        NameDialog(
            title: "Add Item", label: "Item name", action: .items(of: list), cancel: .list(list), kind: .item,
            id: id, takesLines: true, button: "Add Item")
    }
}
