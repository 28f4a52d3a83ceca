import Foundation

/// Notes as they are kept: lines end with a line feed, no white space around the whole.
enum NoteText {
    /// The greatest length of a note, in characters as people count them.
    static let maximumLength = 10_000

    /// The note tidied and checked.
    ///
    /// - Throws: A `FieldError` when it has more than 10,000 characters, or control characters other
    ///   than line ends and tabs.
    static func checked(_ text: String) throws(FieldError) -> String {
        let note = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(
            of: "\r", with: "\n"
        )
        .trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        if note.unicodeScalars.contains(where: {
            $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
        }) {
            throw FieldError(field: .note, message: "A note cannot have control characters in it; leave them out.")
        }
        if note.count > maximumLength || note.unicodeScalars.count > 5 * maximumLength {
            throw FieldError(field: .note, message: "A note has at most 10,000 characters; shorten it.")
        }
        return note
    }
}
