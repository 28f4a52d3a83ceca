import Garden

/// The form in which one file is chosen. Chosen, it is sent at once where there is a script, and by the second button
/// where there is none.
struct FileChoice {
    /// Where it is sent.
    let action: Location
    /// The field's name.
    let name: StaticString
    /// What the button says.
    let title: String
    /// Whether it is what the screen is there for.
    var isMain = true
    /// The media types or endings of names that are taken.
    let accepted: String
    /// The greatest size, in bytes.
    let mostBytes: Int
    /// What is said of a file that is larger.
    let tooLarge: String
    /// What is wrong with the file that was chosen.
    var problem: String?
    var isFocused = false

    private var hintID: String { "\(name)-hint" }

    var html: HTML {
        form(
            .class("choose"), .action(action), .literal("enctype", "multipart/form-data"),
            .string("data-most", String(mostBytes)), .string("data-too-large", tooLarge)
        ) {
            label(isMain ? .class("btn fill") : .class("btn")) {
                span { title }
                input(
                    .type("file"), .name(name), .string("accept", accepted), .flag("required"),
                    .flag("autofocus", isFocused), .string("aria-invalid", problem == nil ? nil : "true"),
                    .describedBy(hintID))
            }
            button(.class("btn")) { "Upload" }
            p(.class("hint bad"), .id(hintID), .role("alert"), .directionOfText, .flag("hidden", problem == nil)) {
                problem ?? ""
            }
        }
    }
}
