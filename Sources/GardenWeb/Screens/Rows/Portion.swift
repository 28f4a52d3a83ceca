import Garden

/// The rows of a list with what stands under them: the way to the next portion.
struct Portion<Row: Sendable> {
    let page: RowPage<Row>
    /// What the rows belong to, for live changes.
    let channel: LiveChannel
    /// The page without a place to begin at: the next portion is this with `after` the last row.
    let location: Location
    let lastID: String?
    /// Whether the portion begins further down than the first row.
    let isLater: Bool

    /// - Parameters:
    ///   - rows: the lists of rows.
    ///   - footer: stands under the rows.
    func html(@HTMLBuilder rows: @escaping Content, @HTMLBuilder footer: @escaping Content = { .empty }) -> HTML {
        div(.flag("data-portions"), .string("data-topic", channel.name)) {
            if isLater {
                p(.class("more")) { link(.href(location)) { "From the start" } }
            }
            rows()
            if page.next != nil, let lastID {
                p(.class("more"), .string("data-more", location.description)) {
                    link(.href(location.with("after", lastID))) { "Show more" }
                }
            }
            footer()
        }
    }
}
