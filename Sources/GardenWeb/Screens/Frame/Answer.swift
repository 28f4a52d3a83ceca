import Foundation
import Garden

/// What a screen answers.
enum Answer {
    /// A page to look at.
    case page(Page, HTTPStatus = .ok)
    /// Something was done; go there. `undo` can be undone.
    case moved(Location, undo: Undo? = nil)

    /// The answer as it goes out: to a plain form a page or a redirect, to the script the place to go to.
    func response(to visit: Visit) throws -> Response {
        switch self {
        case .page(let page, let status):
            return page.response(visit, status: status)
        case .moved(let location, let undo):
            let target = location.offering(undo: undo?.id).description
            guard visit.request.wantsJSON else { return .redirect(to: target) }
            let bar = undo.map { UndoBar(undo: $0, order: visit.order).html.renderedString() }
            return try .json(Moved(location: target, undo: bar))
        }
    }

    /// What the script is told.
    private struct Moved: Encodable {
        let location: String
        let undo: String?
    }
}
