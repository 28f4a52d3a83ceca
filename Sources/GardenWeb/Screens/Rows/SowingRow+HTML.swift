import Garden

extension SowingRow {
    /// The sowing as a row of its plant's screen: "20 seeds on Mar 1, 2026", and the note's first lines.
    func html(_ order: DateOrder) -> HTML {
        SwipeRow(id: id, version: version).html(delete: .deleteSowing(id)) {
            link(.class("row chev"), .href(.sowing(id))) {
                span(.class("grow")) {
                    title(order)
                    if !note.isEmpty { small(.class("clamp"), .directionOfText) { note } }
                }
            }
        }
    }
}
