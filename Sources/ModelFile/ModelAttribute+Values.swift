import Foundation

extension ModelAttribute {
    /// The least and greatest value, or for strings the least and greatest length.
    public struct Bounds: Sendable, Hashable {
        public var minimum: ModelValue?
        public var maximum: ModelValue?
    }

    /// The value new objects start with; nil when there is none.
    /// - Throws: when the text is no value of the attribute's type.
    public var defaultValue: ModelValue? {
        get throws(ModelFileError) {
            if type == .date {
                // The text beside the interval is for people, in the notation of the place it was
                // written in.
                return defaultDateTimeInterval.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
            }
            guard let text = defaultValueString else { return nil }
            switch type {
            case .string: return .string(text)
            case .boolean:
                if let word = Self.boolean(text) { return .boolean(word) }
                // Files keep the number an attribute had before it became a Boolean.
                guard let number = Double(text) else {
                    throw fault("the default value “\(text)” is neither YES nor NO.")
                }
                return .boolean(number != 0)
            case .uuid:
                if text.isEmpty { return nil }
                guard let uuid = UUID(uuidString: text) else {
                    throw fault("the default value “\(text)” is not a UUID.")
                }
                return .uuid(uuid)
            case .uri:
                if text.isEmpty { return nil }
                guard let url = URL(string: text) else {
                    throw fault("the default value “\(text)” is not a URL.")
                }
                return .url(url)
            case .integer16, .integer32, .integer64, .double, .float, .decimal:
                return try number(text, "default value")
            case .undefined, .date, .binary, .transformable, .objectID, .composite:
                return nil
            }
        }
    }

    /// The bounds of the attribute's values.
    /// - Throws: when a text is no value of the attribute's type (for strings: no length).
    public var bounds: Bounds {
        get throws(ModelFileError) {
            switch type {
            case .date:
                return Bounds(
                    minimum: minDateTimeInterval.map { .date(Date(timeIntervalSinceReferenceDate: $0)) },
                    maximum: maxDateTimeInterval.map { .date(Date(timeIntervalSinceReferenceDate: $0)) })
            case .string, .integer16, .integer32, .integer64, .double, .float, .decimal:
                return Bounds(
                    minimum: try minValueString.flatMap { text throws(ModelFileError) in
                        try number(text, type == .string ? "least length" : "minimum")
                    },
                    maximum: try maxValueString.flatMap { text throws(ModelFileError) in
                        try number(text, type == .string ? "greatest length" : "maximum")
                    })
            case .undefined, .boolean, .uuid, .uri, .binary, .transformable, .objectID, .composite:
                return Bounds()
            }
        }
    }

    /// Reads a number of the attribute's type; an empty text is none.
    private func number(_ text: String, _ what: String) throws(ModelFileError) -> ModelValue? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if text.isEmpty { return nil }
        switch type {
        case .double, .float:
            guard let value = Double(text), value.isFinite else {
                throw fault("the \(what) “\(text)” is not a number.")
            }
            return .real(value)
        case .decimal:
            guard let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
                throw fault("the \(what) “\(text)” is not a number.")
            }
            return .decimal(value)
        default:
            // Files keep the “0.0” or “YES” of the type an attribute had before it became a whole number.
            let word = Self.boolean(text).map { $0 ? Int64(1) : 0 }
            guard let value = Int64(text) ?? word ?? Double(text).flatMap({ Int64(exactly: $0) }) else {
                throw fault("the \(what) “\(text)” is not a whole number.")
            }
            let fits =
                switch type {
                case .integer16: Int16(exactly: value) != nil
                case .integer32: Int32(exactly: value) != nil
                default: true
                }
            guard fits else { throw fault("the \(what) \(value) is too large for \(type.rawValue).") }
            return .integer(value)
        }
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "1": true
        case "no", "false", "0", "": false
        default: nil
        }
    }

    private func fault(_ message: String) -> ModelFileError {
        ModelFileError(message, line: line.number)
    }
}
