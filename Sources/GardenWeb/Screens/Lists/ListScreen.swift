import Foundation
import Garden

/// A list: its items, sorted by name.
enum ListScreen {
    private static let portion = 500

    static func show(_ visit: Visit) throws -> Answer {
        .page(try page(visit, list: try visit.id()))
    }

    /// The page itself.
    static func page(_ visit: Visit, list id: UUID) throws -> Page {
        let position = visit.garden.live.position()
        let model = visit.garden.items(of: id)
        let list = try model.list()
        let after = visit.after.flatMap { try? model.item($0).cursor }
        let items = try model.items(after: after, limit: visit.limit(portion: portion))
        let style: RowStyle = visit.isEditing && items.total > 0 ? .edit : .browse
        let here = Location.list(id)
        let channel = LiveChannel.items(style, list: id)
        let key = LiveChannel.list(id).name

        var page = Page(name: "list", title: list.name, tab: .lists)
        page.channels = [.list(id), channel]
        page.position = position
        page.source = style == .edit ? here.with("edit", "1") : here
        page.leading = Bar.back(to: .lists, "My Lists")
        page.trailing = .several([
            style == .edit
                ? Bar.action("Done", to: here)
                : Bar.action("Edit", to: here.with("edit", "1")),
            Bar.mainDialog("Add Item", to: .newItem(of: id)),
        ])
        page.content = .several([
            h1(.literal("tabindex", "-1")) {
                span(.directionOfText, .string("data-text", key + "/name")) { list.name }
            },
            p(.class("sub"), .string("data-text", key + "/totals")) { Words.totals(list) },
            items.total == 0
                ? empty(channel, id)
                : rows(items, channel, here, style, isLater: after != nil),
            visit.isEditing ? edit(id) : .empty,
        ])
        return page
    }

    /// The list under a dialog, and under an alert that answers to it; My Lists where the list is gone.
    static func page(
        _ visit: Visit, list id: UUID, under dialog: NameDialog, _ alert: HTML = .empty
    ) throws -> Page {
        try page(visit, list: id, under: .several([dialog.html, alert]))
    }

    static func page(_ visit: Visit, list id: UUID, under dialogs: HTML) throws -> Page {
        var page: Page
        do {
            page = try self.page(visit, list: id)
        } catch GardenError.gone {
            page = try ListsScreen.page(visit)
        }
        page.isCovered = true
        page.dialogs = dialogs
        return page
    }

    private static func rows(
        _ items: RowPage<ItemRow>, _ channel: LiveChannel, _ here: Location, _ style: RowStyle, isLater: Bool
    ) -> HTML {
        Portion(
            page: items, channel: channel, location: style == .edit ? here.with("edit", "1") : here,
            lastID: items.rows.last.map { Location.text($0.id) }, isLater: isLater
        ).html {
            ul(.class("rows pics")) {
                for row in items.rows { row.html(style) }
            }
        }
    }

    private static func empty(_ channel: LiveChannel, _ id: UUID) -> HTML {
        div(.string("data-topic", channel.name), .flag("data-empty")) {
            div(.class("empty")) {
                Icon.list
                h2 { "Nothing on this list" }
                p { "Paste several lines at once, if you like: each becomes an item." }
            }
            div(.class("stack")) {
                link(.class("btn fill"), .role("button"), .href(.newItem(of: id)), .flag("data-dialog")) {
                    "Add Item"
                }
            }
        }
    }

    /// What edit mode offers for the list itself.
    private static func edit(_ id: UUID) -> HTML {
        div(.class("stack"), .literal("data-key", "edit")) {
            link(.class("btn"), .role("button"), .href(.editList(id)), .flag("data-dialog")) { "Rename List" }
            form(.action(.deleteList(id))) { button(.class("btn danger")) { "Delete List" } }
        }
    }
}
