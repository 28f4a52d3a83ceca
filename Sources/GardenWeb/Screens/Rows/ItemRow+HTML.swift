import Foundation
import Garden

extension ItemRow {
    /// The item as a row of its list: a check mark, which ticks it off and back, its picture, and its name, which
    /// opens it.
    func html(_ style: RowStyle) -> HTML {
        SwipeRow(id: id, version: version).html(delete: style == .edit ? nil : .deleteItem(id, of: listID)) {
            isDone ? div(.class("row done")) { content(style) } : div(.class("row")) { content(style) }
        }
    }

    @HTMLBuilder private func content(_ style: RowStyle) -> HTML {
        let nameID = "name-" + Location.text(id)
        form(.class("tick"), .action(.tickItem(id, of: listID))) {
            hidden("done", isDone ? "0" : "1")
            button(
                .class("pic"), .role("checkbox"), .string("aria-checked", isDone ? "true" : "false"),
                .labelledBy(nameID)
            ) { Icon.check }
        }
        if let pictureID {
            PictureLink(pictureID: pictureID, name: name, location: .picture(ofItem: id, of: listID)).html
        }
        link(
            .class("grow"), .id(nameID), .directionOfText, .href(.editItem(id, of: listID)),
            .flag("data-dialog")
        ) { name }
        if style == .edit { SwipeRow.eraseButton(.deleteItem(id, of: listID)) }
    }
}
