/// The named fields of a form or a query, in the order they came, and the files sent with them.
public struct FormFields: Sendable, Hashable {
    /// One field of text.
    public struct Field: Sendable, Hashable {
        public let name: String
        public let value: String
    }

    /// Every field of text, repeated names too.
    public private(set) var fields: [Field] = []

    /// The files of a multipart form, in order; empty for every other form.
    public private(set) var files: [FormFile] = []

    public init() {}

    /// The first value of the field `name`, or `nil` if the form has no such field.
    public subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Every value of the field `name`, in order.
    public func all(_ name: String) -> [String] {
        fields.compactMap { $0.name == name ? $0.value : nil }
    }

    /// The first file sent under the field `name`.
    public func file(_ name: String) -> FormFile? {
        files.first { $0.fieldName == name }
    }

    /// The value of a field that the form always sends.
    ///
    /// - Throws: ``HTTPError`` 400 if it is missing, which only a hand-made request causes.
    public func required(_ name: String) throws(HTTPError) -> String {
        guard let value = self[name] else { throw .badRequest("The form lacks the field \(name).") }
        return value
    }

    mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    mutating func append(_ file: FormFile) {
        files.append(file)
    }

    /// Reads `application/x-www-form-urlencoded` text.
    ///
    /// - Throws: ``HTTPError`` 400 if an escape is cut off, a text is not UTF-8 or holds a NUL, or there are
    ///   more than 1,000 fields.
    init(urlEncoded bytes: some Collection<UInt8>) throws(HTTPError) {
        let pairs = bytes.split(separator: UInt8(ascii: "&"))
        guard pairs.count <= 1_000 else { throw .badRequest("The form has too many fields.") }
        fields.reserveCapacity(pairs.count)
        for pair in pairs {
            let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let valueStart = mark < pair.endIndex ? pair.index(after: mark) : mark
            guard let name = PercentDecoding.decode(pair[..<mark], plusIsSpace: true),
                let value = PercentDecoding.decode(pair[valueStart...], plusIsSpace: true)
            else { throw .badRequest("The form cannot be read: it is not UTF-8 text.") }
            append(name, value)
        }
    }
}
