/// A pattern of `LIKE`: `?` stands for one character (a Unicode scalar), `*` for any number of them, a backslash takes
/// the meaning from the sign after it.
internal struct LikePattern {
    private enum Piece {
        case byte(UInt8)
        case one
        case many
    }

    private let pieces: [Piece]

    internal init(_ pattern: String) {
        var pieces: [Piece] = []
        var isEscaped = false
        for byte in pattern.utf8 {
            if isEscaped {
                pieces.append(.byte(byte))
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "?"): pieces.append(.one)
            case UInt8(ascii: "*"):
                if case .many = pieces.last { continue }
                pieces.append(.many)
            default: pieces.append(.byte(byte))
            }
        }
        if isEscaped { pieces.append(.byte(UInt8(ascii: "\\"))) }
        self.pieces = pieces
    }

    /// Whether all of `text` matches. Takes at most the product of both lengths.
    internal func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { matches($0) }
    }

    private func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var piece = 0
        var place = 0
        // Where to go on if what follows the last `*` does not fit: one character further.
        var retry: (piece: Int, place: Int)?
        while place < text.count {
            if piece < pieces.count {
                switch pieces[piece] {
                case .many:
                    retry = (piece + 1, place)
                    piece += 1
                    continue
                case .one:
                    place += Self.length(of: text[place])
                    piece += 1
                    continue
                case .byte(let byte) where byte == text[place]:
                    place += 1
                    piece += 1
                    continue
                case .byte: break
                }
            }
            guard let last = retry else { return false }
            let next = last.place + Self.length(of: text[last.place])
            retry = (last.piece, next)
            (piece, place) = (last.piece, next)
        }
        return pieces[piece...].allSatisfy { if case .many = $0 { true } else { false } }
    }

    /// The number of bytes of the scalar that begins with `byte`.
    private static func length(of byte: UInt8) -> Int {
        switch byte {
        case ..<0xC0: 1
        case ..<0xE0: 2
        case ..<0xF0: 3
        default: 4
        }
    }
}
