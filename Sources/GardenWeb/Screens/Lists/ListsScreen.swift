import Garden

/// My Lists: every list with the number of its open items.
enum ListsScreen {
    static func show(_ visit: Visit) throws -> Answer {
        .page(try page(visit))
    }

    /// The page, for the dialogs that stand over it too.
    static func page(_ visit: Visit) throws -> Page {
        let position = visit.garden.live.position()
        let lists = try visit.garden.lists.lists()
        let isEditing = visit.isEditing && !lists.isEmpty
        var page = Page(name: "lists", title: "My Lists", tab: .lists)
        page.channels = [.lists(isEditing ? .edit : .browse)]
        page.position = position
        page.source = isEditing ? .lists.with("edit", "1") : .lists
        if !lists.isEmpty {
            page.leading =
                isEditing
                ? Bar.action("Done", to: .lists) : Bar.action("Edit", to: .lists.with("edit", "1"))
        }
        page.trailing = Bar.mainDialog("Add List", to: .newList)
        page.content = .several([
            h1(.literal("tabindex", "-1")) { "My Lists" },
            lists.isEmpty ? empty(page.channels[0]) : rows(lists, page.channels[0], isEditing ? .edit : .browse),
        ])
        return page
    }

    private static func rows(_ lists: [ListRow], _ channel: LiveChannel, _ style: RowStyle) -> HTML {
        div(.string("data-topic", channel.name)) {
            ul(.class("rows")) {
                for list in lists { list.html(style) }
            }
        }
    }

    private static func empty(_ channel: LiveChannel) -> HTML {
        div(.string("data-topic", channel.name), .flag("data-empty")) {
            div(.class("empty")) {
                Icon.list
                h2 { "No lists yet" }
                p { "Groceries, jobs in the greenhouse, seeds to order: nothing is ever on a list twice." }
            }
            div(.class("stack")) {
                link(.class("btn fill"), .role("button"), .href(.newList), .flag("data-dialog")) { "Add List" }
            }
        }
    }
}
