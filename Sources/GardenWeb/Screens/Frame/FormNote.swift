import Garden

/// The line over a form that says what became of its record meanwhile. It is there, hidden, while there is
/// nothing to say, so that the script has a place to say it in.
struct FormNote {
    let sentence: String?
    let isBad: Bool

    /// - Parameters:
    ///   - gone: what the form is about, where it was deleted.
    ///   - merged: the fields that were changed elsewhere and whose new values the form shows.
    init(gone: Gone?, merged: [GardenField]) {
        isBad = gone != nil
        if let gone {
            sentence = gone.message + " What you typed is still here."
        } else if !merged.isEmpty {
            sentence = "Changed on another device: " + merged.map(\.label).joined(separator: ", ") + "."
        } else {
            sentence = nil
        }
    }

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
