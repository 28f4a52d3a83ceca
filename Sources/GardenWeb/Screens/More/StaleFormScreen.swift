import Foundation
import Garden

/// What somebody sees whose page was made before signing in anew: the form is kept, and sent once it is agreed to.
enum StaleFormScreen {
    static func response(to request: Request, _ guest: Guest, garden: GardenModels) throws -> Response {
        guard let kept = KeptForm(request) else {
            throw HTTPError(
                .forbidden,
                "The page this was sent from is out of date, so nothing was changed. Reload it and try again.")
        }
        var request = request
        request.guest = guest
        var page = Page(name: "stale-form", title: "Not sent yet", tab: nil)
        page.content = .several([
            h1(.literal("tabindex", "-1")) { "Not sent yet" },
            div(.class("words")) {
                p { "This page was opened before you signed in, so nothing was changed yet. What you typed is kept." }
            },
            form(.action(.sendAgain), .flag("data-native")) {
                kept.html
                div(.class("stack")) {
                    button(.class("btn fill")) { "Send it" }
                    link(.class("btn"), .role("button"), .href(.plants)) { "Leave it" }
                }
            },
        ])
        return page.response(Visit(garden, withoutForm: request), status: .forbidden)
    }
}
