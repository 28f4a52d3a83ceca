import Garden

/// Dialogs and alerts. They work as plain pages: `open` shows them, a link or a `method=dialog` form closes
/// them.
enum Dialog {
    /// A question or a message that wants an answer.
    static func alert(
        id: String = "alert", title: String, @HTMLBuilder message: @escaping Content,
        @HTMLBuilder buttons: @escaping Content
    ) -> HTML {
        dialog(
            .class("dialog"), .id(id), .flag("open"), .role("alertdialog"), .labelledBy("\(id)-title"),
            .describedBy("\(id)-message")
        ) {
            h2(.id("\(id)-title")) { title }
            div(.id("\(id)-message")) { message() }
            buttons()
        }
    }

    /// The button that closes an alert and leaves everything as it is.
    static var ok: HTML { closing("OK") }

    /// A button that closes the dialog around it.
    static func closing(_ title: String) -> HTML {
        closingForm { button(.class("btn"), .flag("autofocus")) { title } }
    }

    /// The refusal of a name that is there already, with the way to what has it.
    ///
    /// - Parameters:
    ///   - isDone: what to say of an item that is ticked off.
    ///   - more: further buttons, above the others.
    static func alreadyAdded(
        _ duplicate: Duplicate, showing location: Location?, @HTMLBuilder more: @escaping Content = { .empty }
    ) -> HTML {
        alert(title: duplicate.title) {
            p {
                "\(duplicate.message): "
                bdi { "“\(duplicate.existing.name)”" }
                if duplicate.existing.isDone { ", ticked off" }
            }
        } buttons: {
            let extra = more()
            if !extra.isEmpty { div(.class("stack")) { extra } }
            div(.class("two")) {
                ok
                if let location {
                    link(.class("btn fill"), .role("button"), .href(location)) { "Show it" }
                }
            }
        }
    }

    /// The screen that shows what has the name already.
    static func place(of duplicate: Duplicate) -> Location {
        let existing = duplicate.existing
        return switch duplicate.kind {
        case .plant, .sowing: .plant(existing.id)
        case .list: .list(existing.id)
        case .item: existing.listID.map { Location.list($0).showing(row: existing.id) } ?? .lists
        }
    }
}
