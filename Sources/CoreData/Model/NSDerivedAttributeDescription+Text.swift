import Foundation

extension NSDerivedAttributeDescription {
    /// The derivation expression as Apple's Core Data prints it, which the version hash is made of: `tags.@count`
    /// is `count:(tags)`, functions have a colon unless they take nothing. Nil without an expression.
    internal final var derivationText: String? {
        (derivationSource ?? derivationExpression?.description).map(Self.printed)
    }

    private static func printed(_ source: String) -> String {
        if source.hasSuffix(".@count") { return "count:(\(source.dropLast(".@count".count)))" }
        for (name, function) in [("sum", "sum"), ("min", "min"), ("max", "max"), ("avg", "average")] {
            if source.hasSuffix(".@\(name)") { return "\(function):(\(source.dropLast(name.count + 2)))" }
            if let range = source.range(of: ".@\(name).") {
                return "\(function):(\(source[..<range.lowerBound]).\(source[range.upperBound...]))"
            }
        }
        // `canonical(title)`, as a format may write it, is `canonical:(title)`.
        if let call = source.wholeMatch(of: /([a-z][A-Za-z]*)\((.+)\)/) { return "\(call.1):(\(call.2))" }
        return source
    }
}
