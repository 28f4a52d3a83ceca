import Foundation

/// A place in a sorted list of rows: where the next portion begins.
///
/// Cursors of one list compare as their rows stand on the screen: a smaller cursor stands further up.
/// A cursor stays good when its row has gone: it says a place, not a row.
public struct RowCursor: Sendable, Hashable, Comparable {
    /// The stored sort key of the row.
    let key: String
    /// Whether the list shows greater keys first, as the sowings of a plant do (newest first).
    let isDescending: Bool

    init(key: String, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }

    /// Reads what `token` wrote, or nil where the text is none.
    ///
    /// - Parameter token: A text from a URL or a form; anything is safe to pass.
    public init?(token: String) {
        guard token.utf8.count <= 8192, let direction = token.first, direction == "a" || direction == "d"
        else { return nil }
        var base64 = token.dropFirst().replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: base64), let key = String(data: bytes, encoding: .ascii)
        else { return nil }
        self.init(key: key, isDescending: direction == "d")
    }

    /// The cursor as a text that can stand in a URL as it is.
    public var token: String {
        let base64 = Data(key.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        return (isDescending ? "d" : "a") + base64
    }

    public static func < (left: RowCursor, right: RowCursor) -> Bool {
        left.isDescending ? left.key > right.key : left.key < right.key
    }
}
