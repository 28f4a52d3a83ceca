import Garden

extension ListRow {
    /// The list as a row of My Lists, with the number of open items.
    func html(_ style: RowStyle) -> HTML {
        let row = SwipeRow(id: id, version: version)
        guard style == .edit else {
            return row.html(delete: .deleteList(id)) {
                link(.class("row chev"), .href(.list(id))) {
                    span(.class("grow"), .directionOfText) { name }
                    count
                }
            }
        }
        return row.html(delete: nil) {
            div(.class("row")) {
                link(.class("grow"), .directionOfText, .href(.editList(id)), .flag("data-dialog")) { name }
                SwipeRow.eraseButton(.deleteList(id))
            }
        }
    }

    private var count: HTML {
        let content: Content = {
            .several([
                .number(openCount),
                span(.class("unseen")) { openCount == 1 ? " open item" : " open items" },
            ])
        }
        return openCount == 0 ? span(.class("pill none"), content: content) : span(.class("pill"), content: content)
    }
}
