/// Splits Swift source into words and signs; comments are left out, and a string literal is one empty token.
///
/// It has to find declarations in source that compiles, not to judge source: what it does not know it passes by.
struct SwiftTokenizer {
    private let scalars: [UnicodeScalar]
    private var position = 0
    private var line = 1
    private var tokens: [SwiftToken] = []

    static func tokens(of source: String) -> [SwiftToken] {
        var tokenizer = SwiftTokenizer(scalars: Array(source.unicodeScalars))
        tokenizer.run()
        return tokenizer.tokens
    }

    private init(scalars: [UnicodeScalar]) {
        self.scalars = scalars
    }

    private mutating func run() {
        while let scalar = peek() {
            switch scalar {
            case "\n":
                line += 1
                position += 1
            case "/" where peek(1) == "/": skipLineComment()
            case "/" where peek(1) == "*": skipBlockComment()
            case "\"": skipString(hashes: 0)
            case "#" where startsRawString(): skipRawString()
            case "`":
                position += 1
                word()
                if peek() == "`" { position += 1 }
            case _ where scalar == "_" || scalar.properties.isXIDStart: word()
            case _ where scalar.properties.isXIDContinue: number()
            case _ where scalar.properties.isWhitespace: position += 1
            default:
                add(String(Character(scalar)))
                position += 1
            }
        }
    }

    private func peek(_ offset: Int = 0) -> UnicodeScalar? {
        position + offset < scalars.count ? scalars[position + offset] : nil
    }

    private mutating func add(_ text: String) {
        tokens.append(SwiftToken(text: text, line: line, startsLine: tokens.last?.line != line))
    }

    private mutating func word() {
        var text = ""
        while let scalar = peek(), scalar == "_" || scalar.properties.isXIDContinue {
            text.unicodeScalars.append(scalar)
            position += 1
        }
        add(text)
    }

    private mutating func number() {
        while let scalar = peek(), scalar == "_" || scalar.properties.isXIDContinue { position += 1 }
        add("0")
    }

    private mutating func skipLineComment() {
        while let scalar = peek(), scalar != "\n" { position += 1 }
    }

    /// Block comments nest.
    private mutating func skipBlockComment() {
        var depth = 0
        while let scalar = peek() {
            if scalar == "/", peek(1) == "*" {
                depth += 1
                position += 2
            } else if scalar == "*", peek(1) == "/" {
                depth -= 1
                position += 2
                if depth == 0 { return }
            } else {
                if scalar == "\n" { line += 1 }
                position += 1
            }
        }
    }

    private func startsRawString() -> Bool {
        var offset = 0
        while peek(offset) == "#" { offset += 1 }
        return peek(offset) == "\""
    }

    private mutating func skipRawString() {
        var hashes = 0
        while peek() == "#" {
            hashes += 1
            position += 1
        }
        skipString(hashes: hashes)
    }

    /// Passes a string literal by, what is interpolated in it too.
    private mutating func skipString(hashes: Int) {
        add("")
        let quotes = peek(1) == "\"" && peek(2) == "\"" ? 3 : 1
        position += quotes
        while let scalar = peek() {
            if scalar == "\\", follows("#", count: hashes, at: 1) {
                position += 1 + hashes
                if peek() == "(" {
                    skipInterpolation()
                } else {
                    position += 1
                }
            } else if follows("\"", count: quotes, at: 0), follows("#", count: hashes, at: quotes) {
                position += quotes + hashes
                return
            } else {
                if scalar == "\n" {
                    line += 1
                    // A string on one line that does not end there is none: perhaps a quote in a regular expression.
                    if quotes == 1 { return }
                }
                position += 1
            }
        }
    }

    private func follows(_ scalar: UnicodeScalar, count: Int, at offset: Int) -> Bool {
        (0..<count).allSatisfy { peek(offset + $0) == scalar }
    }

    private mutating func skipInterpolation() {
        var depth = 0
        let kept = tokens
        while let scalar = peek() {
            switch scalar {
            case "(": depth += 1
            case ")": depth -= 1
            case "\n": line += 1
            case "\"":
                skipString(hashes: 0)
                continue
            default: break
            }
            position += 1
            if depth == 0 { break }
        }
        tokens = kept
    }
}
