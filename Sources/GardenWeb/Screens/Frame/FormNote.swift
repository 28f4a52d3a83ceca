/// The line over a form that says what became of its record meanwhile. It is there, hidden, while there is
/// nothing to say, so that the script has a place to say it in.
struct FormNote {
    let sentence: String?
    var isBad = false

    var html: HTML {
        let content: Content = {
            .several([Icon.clock.html, p(.flag("data-note-text"), .directionOfText) { sentence ?? "" }])
        }
        let key = Attribute.literal("data-key", "note")
        return isBad && sentence != nil
            ? div(.class("note bad"), key, .flag("data-note"), .role("status"), content: content)
            : div(
                .class("note"), key, .flag("data-note"), .role("status"), .flag("hidden", sentence == nil),
                content: content)
    }
}
