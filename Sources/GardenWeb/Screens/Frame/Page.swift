import Foundation
import Garden

/// Everything that differs from screen to screen.
struct Page {
    /// The parts of the app.
    enum Tab { case plants, lists, more }

    /// Which screen it is, for the script: pages of one name can be made like one another.
    var name: StaticString
    var title: String
    /// Which part it is of; nil for a page without tabs.
    var tab: Tab?
    /// What stands at the left of the bar: the way back, or Cancel.
    var leading: HTML = .empty
    /// What stands at its right: the action of the screen.
    var trailing: HTML = .empty
    var content: HTML = .empty
    /// Dialogs that stand open over the content.
    var dialogs: HTML = .empty
    /// Whether the content has to wait until the dialogs are closed. Not for an alert that closes without a
    /// new page.
    var isCovered = false
    /// What the page watches.
    var channels: [LiveChannel] = []
    /// The moment before its rows were read.
    var position: LivePosition?
    /// The address that shows the same, where the page's own does not.
    var source: Location?
    /// What stands beside it where there is room.
    var beside: Location?

    /// Whether it is of this moment alone: a browser does not keep it.
    var isPassing = false
    /// Whether it is still being worked on what it shows: a browser asks again after a second.
    var isUnfinished = false

    /// The page as an answer.
    func response(_ visit: Visit, status: HTTPStatus = .ok) -> Response {
        let document = document(undo: undoBar(visit), guest: visit.guest)
        var response = Response.html(document.rendered(formToken: visit.guest?.formToken), status: status)
        // Kept for the way back, but asked for again whenever it is opened.
        response.headers["Cache-Control"] = isPassing ? "no-store" : "private, no-cache"
        if isUnfinished { response.headers["Refresh"] = "1" }
        // Dates are written as the reader's language has them.
        response.headers["Vary"] = "Accept-Language"
        return response
    }

    private func undoBar(_ visit: Visit) -> HTML {
        guard visit.request.method != .post, let undo = visit.undo else { return .empty }
        return UndoBar(undo: undo, order: visit.order).html
    }
}
