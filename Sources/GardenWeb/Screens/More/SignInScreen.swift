import Foundation
import Garden

/// The way in: it asks for the password of the house.
enum SignInScreen {
    /// What somebody sees who is not signed in, in place of what was asked for.
    static func response(to request: Request) -> Response {
        var then = request.path
        if request.method != .post, !request.query.fields.isEmpty {
            then +=
                "?"
                + request.query.fields.map { "\(Location.encoded($0.name))=\(Location.encoded($0.value))" }
                .joined(separator: "&")
        }
        return Screen(then: request.method == .post ? nil : then, kept: KeptForm(request))
            .response(request, status: .unauthorized)
    }

    /// Answers `/sign-in`.
    ///
    /// - Parameters:
    ///   - guest: who asks, if signed in already.
    ///   - replay: answers a form that was kept, for who has signed in now.
    static func response(
        _ request: Request, at door: Doorkeeper, guest: Guest?, replay: (Request, Guest) -> Response
    ) throws -> Response {
        guard request.method == .post || request.method.isSafe else {
            throw HTTPError.methodNotAllowed(request.method, allowed: [.get, .head, .post])
        }
        let then = (try request.form()["then"] ?? request.query["then"]).flatMap { isPath($0) ? $0 : nil }
        guard request.method == .post else {
            if guest != nil { return .redirect(to: then ?? Location.plants.description) }
            return Screen(then: then, kept: nil).response(request, status: .ok)
        }
        let form = try request.form()
        let kept = KeptForm(form)
        do {
            let token = try door.house.signIn(
                password: form["password"] ?? "", from: request.remoteAddress,
                device: DeviceName.of(request.headers["user-agent"]))
            guard let device = try door.house.device(token: token) else { throw SignInRefusal.wrongPassword }
            var response: Response
            if let kept {
                response = replay(try kept.request(like: request), door.guest(device, token))
            } else {
                response = .redirect(to: then ?? Location.plants.description)
            }
            response.setDeviceCookie(token, isSecure: request.isSecure)
            return response
        } catch let refusal as SignInRefusal {
            let screen = Screen(then: then, kept: kept, fault: sentence(refusal))
            switch refusal {
            case .wrongPassword: return screen.response(request, status: .unprocessableContent)
            case .tooManyTries(let seconds):
                var response = screen.response(request, status: .tooManyRequests)
                response.headers["Retry-After"] = String(seconds)
                return response
            case .busy:
                var response = screen.response(request, status: .serviceUnavailable)
                response.headers["Retry-After"] = "1"
                return response
            }
        }
    }

    /// Whether a text is a path of this site, and no address of another.
    static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && !text.hasPrefix("//") && !text.hasPrefix("/\\")
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    private static func sentence(_ refusal: SignInRefusal) -> String {
        switch refusal {
        case .wrongPassword: "That is not the password."
        case .busy: "Other passwords are being checked. Try again in a second."
        case .tooManyTries(1): "Too many wrong passwords. Try again in a second."
        case .tooManyTries(let seconds): "Too many wrong passwords. Try again in \(seconds) seconds."
        }
    }

    /// The screen itself. It says nothing of the garden.
    private struct Screen {
        let then: String?
        let kept: KeptForm?
        var fault: String?

        func response(_ request: Request, status: HTTPStatus) -> Response {
            var page = Page(name: "sign-in", title: "Sign in", tab: nil)
            page.content = .several([
                div(.class("empty")) {
                    Icon.sprout
                    h1(.literal("tabindex", "-1")) { "Perennial" }
                    p { "The garden book and the lists of this house." }
                },
                form(.action(.signIn), .flag("data-native"), .class("entry")) {
                    if let then { hidden("then", then) }
                    if let kept { kept.html }
                    div(.class("form")) { field }
                    if kept != nil { p(.class("hint")) { "What you typed is kept, and saved once you are in." } }
                    div(.class("stack")) { button(.class("btn fill")) { "Sign in" } }
                },
            ])
            var response = Response.html(page.document(undo: .empty, guest: nil).rendered(), status: status)
            if status == .unauthorized {
                // Required with 401 (RFC 9110, 15.5.2). No browser knows the scheme, so none asks by itself.
                response.headers["WWW-Authenticate"] = "Form realm=\"Perennial\""
            }
            return response
        }

        private var field: HTML {
            div(.class("field")) {
                label(.string("for", "field-password")) { "Password" }
                input(
                    .id("field-password"), .type("password"), .name("password"),
                    .literal("autocomplete", "current-password"), .flag("required"), .flag("autofocus"),
                    .literal("enterkeyhint", "go"), .string("aria-invalid", fault == nil ? nil : "true"),
                    .describedBy(fault == nil ? nil : "password-hint"))
                if let fault { p(.class("hint bad"), .id("password-hint")) { fault } }
            }
        }
    }
}

extension Response {
    /// Gives a device its token, for 90 days.
    mutating func setDeviceCookie(_ token: String, isSecure: Bool) {
        setCookie(Doorkeeper.cookieName, token, maxAge: Int(House.longestAbsence), isSecure: isSecure)
    }
}
