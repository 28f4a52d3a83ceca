/// Reads JSON (RFC 8259) value after value, as it is asked for, and knows where it is.
///
/// It takes nothing that is no JSON, makes no tree of what it reads, and goes no deeper than `greatestDepth`, so no
/// file can make it take more memory or time than its length allows.
struct JSONReader {
    /// What comes next.
    enum Kind {
        case object, array, string, number, bool, null
    }

    /// How deep values may stand in each other.
    static let greatestDepth = 32

    let bytes: [UInt8]
    var position = 0
    /// What is open, and where in it the reader is.
    private var places: [Place] = []

    private enum Place {
        case key(String?)
        case index(Int)
    }

    /// - Parameter bytes: UTF-8.
    init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension JSONReader {
    /// The kind of the value that comes next.
    mutating func next() throws(ImportFault) -> Kind {
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        case let sign? where sign == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(sign):
            return .number
        default: throw fault("a value is missing")
        }
    }

    /// Goes into the object that comes next.
    mutating func beginObject() throws(ImportFault) { try begin(UInt8(ascii: "{"), .key(nil)) }

    /// The next key of the object; nil at its end, which is gone past.
    mutating func nextKey() throws(ImportFault) -> String? {
        guard case .key(let previous)? = places.last else { return nil }
        if try end(UInt8(ascii: "}"), isFirst: previous == nil) { return nil }
        skipSpace()
        guard byte == UInt8(ascii: "\"") else { throw fault("a name in quotes is missing") }
        let key = try string()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw fault("a colon is missing") }
        places[places.count - 1] = .key(key)
        return key
    }

    /// Goes into the array that comes next.
    mutating func beginArray() throws(ImportFault) { try begin(UInt8(ascii: "["), .index(-1)) }

    /// Whether another element of the array comes next; at its end it is gone past.
    mutating func nextElement() throws(ImportFault) -> Bool {
        guard case .index(let previous)? = places.last else { return false }
        if try end(UInt8(ascii: "]"), isFirst: previous < 0) { return false }
        places[places.count - 1] = .index(previous + 1)
        return true
    }

    /// Goes past a value of any kind.
    mutating func skip() throws(ImportFault) {
        switch try next() {
        case .object:
            try beginObject()
            while try nextKey() != nil { try skip() }
        case .array:
            try beginArray()
            while try nextElement() { try skip() }
        case .string: _ = try string()
        case .number: _ = try number()
        case .bool: _ = try bool()
        case .null: try word("null")
        }
    }

    /// Makes sure that nothing follows.
    mutating func finish() throws(ImportFault) {
        skipSpace()
        if position < bytes.count { throw fault("something follows the end") }
    }

    private mutating func begin(_ sign: UInt8, _ place: Place) throws(ImportFault) {
        skipSpace()
        guard take(sign) else { throw fault("a value is missing") }
        guard places.count < Self.greatestDepth else {
            throw fault("it is more than \(Self.greatestDepth) levels deep")
        }
        places.append(place)
    }

    /// Whether the object or array ends here; if not, goes past the comma.
    private mutating func end(_ sign: UInt8, isFirst: Bool) throws(ImportFault) -> Bool {
        skipSpace()
        if take(sign) {
            places.removeLast()
            return true
        }
        if isFirst { return false }
        guard take(UInt8(ascii: ",")) else { throw fault("a comma or “\(Character(.init(sign)))” is missing") }
        return false
    }
}

extension JSONReader {
    /// The byte that comes next; nil at the end.
    var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Goes past a byte if it comes next.
    mutating func take(_ sign: UInt8) -> Bool {
        guard byte == sign else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Where the reader is: `plants[3].sowings[0].date`.
    var place: String {
        var text = ""
        for place in places {
            switch place {
            case .key(let key?): text += (text.isEmpty ? "" : ".") + key.prefix(80)
            case .index(let index) where index >= 0: text += "[\(index)]"
            default: break
            }
        }
        return text
    }

    /// What keeps the file from being JSON here.
    func fault(_ problem: String) -> ImportFault {
        let line = bytes[..<position].reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let place = place
        return ImportFault(
            place.isEmpty ? "line \(line)" : "\(place) (line \(line))",
            position == bytes.count
                ? "The file ends too early: \(problem)." : "The file is not sound JSON: \(problem).")
    }
}
