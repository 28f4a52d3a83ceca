import Garden

/// What is shown when a request cannot be answered as asked.
enum ErrorScreen {
    /// - Parameter garden: to know the visitor's habits; nothing is read from it.
    static func response(to error: any Error, _ request: Request, garden: GardenModels) -> Response {
        let problem = Problem(error)
        let visit = Visit(garden, withoutForm: request)
        return page(problem, visit).response(visit, status: problem.status)
    }

    /// What went wrong, in words and as a status.
    private struct Problem {
        let status: HTTPStatus
        let title: String
        let sentence: String
        var deletion: Undo?
        var tab = Page.Tab.plants
        /// The screen that what is gone stood on; nil for the tab's first.
        var home: Location?

        init(_ error: any Error) {
            switch error {
            case let error as HTTPError:
                status = error.status
                title = error.status == .notFound ? "Not found" : "That did not work"
                sentence = error.message
            case GardenError.gone(let gone):
                status = .notFound
                title = gone.deletion == nil ? "Not found" : "Deleted"
                sentence = gone.message
                deletion = gone.deletion
                tab = gone.kind == .list || gone.kind == .item ? .lists : .plants
                if let deletion, deletion.kind == gone.kind, deletion.parentID != nil {
                    home = UndoScreen.home(of: deletion)
                }
            case GardenError.store(let sentence):
                status = .serviceUnavailable
                title = "The store does not answer"
                self.sentence = sentence
            case let error as GardenError:
                status = .conflict
                title = "That did not work"
                sentence = error.message
            default:
                // Nothing of it is shown: it was not made for a reader.
                status = .internalServerError
                title = "Something went wrong"
                sentence = "Nothing was changed. Try again; if it stays so, look at the program's output."
            }
        }
    }

    private static func page(_ problem: Problem, _ visit: Visit) -> Page {
        let isPlants = problem.tab == .plants
        let home = problem.home ?? (isPlants ? .plants : .lists)
        var page = Page(name: "error", title: problem.title, tab: problem.tab)
        page.leading =
            problem.home == nil
            ? Bar.back(to: home, isPlants ? "Plants" : "My Lists")
            : Bar.back(to: home, isPlants ? "The plant" : "The list")
        page.content = .several([
            h1 { problem.title },
            div(.class("words")) {
                p(.flag("data-sentence"), .directionOfText) { problem.sentence }
            },
            div(.class("stack")) {
                if let deletion = problem.deletion {
                    form(.action(.undo(deletion.id))) { button(.class("btn fill")) { "Undo" } }
                }
                link(.class("btn"), .role("button"), .href(home)) {
                    if problem.home == nil {
                        isPlants ? "All plants" : "All lists"
                    } else {
                        isPlants ? "Back to the plant" : "Back to the list"
                    }
                }
            },
        ])
        // A script that acted in place shows the sentence over the page it is on.
        if visit.request.wantsJSON {
            page.dialogs = Dialog.alert(title: problem.title) {
                p { problem.sentence }
            } buttons: {
                div(.class("two")) { Dialog.ok }
            }
        }
        return page
    }
}
