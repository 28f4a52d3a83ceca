/// The path of a route, such as `/plants/{id}/sowings`: literal parts, and places that take any part.
struct RoutePattern: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    let parts: [Part]

    /// - Precondition: `text` starts with a slash, and no name in braces is empty or used twice.
    init(_ text: String) {
        precondition(text.hasPrefix("/"), "The route \(text) has to start with a slash.")
        parts = text.split(separator: "/").map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
        let names = parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
        precondition(
            !names.contains("") && Set(names).count == names.count,
            "The names in braces of the route \(text) have to be there and to differ.")
    }

    /// What stands at the names in braces if `segments` fit, else `nil`.
    func match(_ segments: [String]) -> [String: String]? {
        guard segments.count == parts.count else { return nil }
        for (part, segment) in zip(parts, segments) {
            if case .literal(let literal) = part, literal != segment { return nil }
        }
        var values: [String: String] = [:]
        for (part, segment) in zip(parts, segments) {
            if case .parameter(let name) = part { values[name] = segment }
        }
        return values
    }
}
