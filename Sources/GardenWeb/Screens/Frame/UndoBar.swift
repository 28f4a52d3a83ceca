import Garden

/// The bar that says what was deleted and takes it back.
struct UndoBar {
    let undo: Undo
    let order: DateOrder

    var html: HTML {
        div(.class("toast"), .flag("data-undo")) {
            span(.class("grow")) {
                "Deleted "
                bdi { undo.title(order) }
            }
            form(.action(.undo(undo.id))) { button { "Undo" } }
        }
    }
}
