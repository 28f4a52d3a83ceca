import Foundation
import Garden

/// One request, with what a screen needs to answer it.
struct Visit {
    let garden: GardenModels
    let request: Request
    /// Who asks; nil where nobody is asked who they are.
    var guest: Guest? { request.guest }
    /// What the form sent; empty for a `GET`.
    let form: FormFields
    /// How the reader writes a date.
    let order: DateOrder

    init(_ garden: GardenModels, _ request: Request) throws {
        self.garden = garden
        self.request = request
        form = request.method == .post ? try request.form() : FormFields()
        order = DateOrder(acceptLanguage: request.headers["accept-language"])
    }

    /// A visit whose form is not looked at, because it is what was wrong with the request.
    init(_ garden: GardenModels, withoutForm request: Request) {
        self.garden = garden
        self.request = request
        form = FormFields()
        order = DateOrder(acceptLanguage: request.headers["accept-language"])
    }

    /// The id in the path.
    func id(_ name: String = "id") throws -> UUID { try request.id(name) }

    /// Whether the rows stand ready to be deleted one by one: the way for those who cannot swipe.
    var isEditing: Bool { (form["edit"] ?? request.query["edit"]) == "1" }

    /// What was typed into the search field.
    var search: String { form["q"] ?? request.query["q"] ?? "" }

    /// The id under which a form adds something. Sent twice, it adds once.
    func newID() throws -> UUID {
        guard let text = form["id"], let id = UUID(uuidString: text) else {
            throw HTTPError.badRequest("The form lacks its id. Go back, reload the page and try again.")
        }
        return id
    }

    /// The number of rows to show: one portion, or as many as the page has on screen already.
    func limit(portion: Int) -> Int {
        min(max(request.query["rows"].flatMap { Int($0) } ?? 0, portion), 20_000)
    }

    /// The id of the row after which the portion begins.
    var after: UUID? { (form["after"] ?? request.query["after"]).flatMap { UUID(uuidString: $0) } }

    /// The deletion whose undoing the page offers.
    var undo: Undo? {
        guard let id = request.query["undo"].flatMap({ UUID(uuidString: $0) }) else { return nil }
        // One that was undone or is too old is no longer offered; that is no error.
        return try? garden.bin.entry(id)
    }

    /// The day on the server's calendar; the script puts the reader's day in its place.
    var today: CalendarDay { .today(in: .current) }
}
