import Foundation

/// A block of text taken apart into the names of items.
enum PastedLines {
    /// The greatest number of lines taken at once.
    static let maximumLines = 1000

    /// The lines of `text` that say anything, tidied. With more than one line, what note-takers put
    /// before an entry (`-`, `*`, `•`, `[ ]`, `☐`, followed by a space) is taken off.
    static func names(in text: String) -> [String] {
        let lines = text.split(whereSeparator: \.isNewline).map { NameText.tidied(String($0)) }
            .filter { !$0.isEmpty }
        guard lines.count > 1 else { return lines }
        return lines.map(withoutBullet).filter { !$0.isEmpty }
    }

    private static func withoutBullet(_ line: String) -> String {
        for bullet in bullets where line.hasPrefix(bullet + " ") {
            return withoutBullet(String(line.dropFirst(bullet.count + 1)))
        }
        return bullets.contains(line) ? "" : line
    }

    private static let bullets = ["-", "*", "•", "·", "–", "—", "[ ]", "[x]", "[X]", "☐", "☑", "☒"]
}
