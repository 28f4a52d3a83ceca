import Foundation

/// A row that slides aside and uncovers a Delete button.
///
/// The sliding is the browser's own scrolling. The button is out of reach of keyboard and screen reader until
/// it is in sight; without script it stays hidden, and the Edit screens have one in every row.
struct SwipeRow {
    let id: UUID
    let version: Int
    /// The section the row stands in and how that is headed, in a list with sections.
    var section: (key: String, heading: String)?

    /// - Parameters:
    ///   - delete: where the Delete button sends its form; nil makes a row that does not slide.
    ///   - row: the element with the class `row`.
    func html(delete: Location?, @HTMLBuilder row: @escaping Content) -> HTML {
        li(
            .id("row-" + Location.text(id)), .string("data-id", Location.text(id)),
            .string("data-version", String(version)), .string("data-section", section?.key),
            .string("data-heading", section?.heading)
        ) {
            if let delete {
                div(.class("track")) {
                    row()
                    form(.class("act"), .action(delete), .flag("inert")) { button { "Delete" } }
                }
            } else {
                row()
            }
        }
    }

    /// The Delete button of a row in edit mode.
    static func eraseButton(_ location: Location) -> HTML {
        form(.class("erasing"), .action(location)) {
            hidden("edit", "1")
            button(.class("erase")) { "Delete" }
        }
    }
}
