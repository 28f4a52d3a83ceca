/// What stands in the bar at the top of a screen.
enum Bar {
    /// The way back to the screen above this one. Its name is no other button's or tab's.
    static func back(to location: Location, _ title: String) -> HTML {
        link(.class("link"), .href(location), .flag("data-back"), .label("Back to \(title)")) {
            Icon.back
            span(.directionOfText) { title }
        }
    }

    /// A link that looks like a button and does something to what the screen shows.
    static func action(_ title: String, to location: Location) -> HTML {
        link(.class("link"), .role("button"), .href(location)) { title }
    }

    /// The screen's main action.
    static func mainAction(_ title: String, to location: Location) -> HTML {
        link(.class("link strong"), .role("button"), .href(location)) { title }
    }

    /// The screen's main action, where it opens a dialog.
    static func mainDialog(_ title: String, to location: Location) -> HTML {
        link(.class("link strong"), .role("button"), .href(location), .flag("data-dialog")) { title }
    }

    /// Leaves a form without saving.
    static func cancel(to location: Location) -> HTML {
        link(.class("link"), .role("button"), .href(location), .flag("data-cancel")) { "Cancel" }
    }

    /// Sends the form with the given id.
    static func save(form: String) -> HTML {
        button(.class("link strong"), .string("form", form)) { "Save" }
    }

    /// What Enter does in a form whose buttons stand in the bar: a form's first button is the one that Enter
    /// presses, and the first of the bar is Cancel. Nobody sees this one.
    static func enter(form: String) -> HTML {
        button(.string("form", form), .flag("hidden")) {}
    }
}
