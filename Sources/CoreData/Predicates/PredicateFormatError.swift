import Foundation

/// What is wrong with a format, and where.
///
/// Thrown by `NSPredicate.parse(_:arguments:)` and ``NSExpression/parse(_:arguments:)``. Not part of
/// Apple's API, which raises an exception for a format it cannot read.
public struct PredicateFormatError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The format that could not be read.
    public let format: String
    /// Where reading stopped, counted in characters from 0.
    public let position: Int
    /// What is wrong there.
    public let reason: String

    internal init(format: String, utf8Offset: Int, reason: String) {
        self.format = format
        self.reason = reason
        position = String(decoding: format.utf8.prefix(utf8Offset), as: UTF8.self).count
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The reason with the place, marked in the part of the format around it.
    public var description: String {
        let start = format.index(format.startIndex, offsetBy: position, limitedBy: format.endIndex) ?? format.endIndex
        let before = String(format[..<start].suffix(40))
        let after = String(format[start...].prefix(40))
        let isCut = (before.count < position, after.count < format.count - position)
        return "\(reason) at character \(position): "
            + "“\(isCut.0 ? "…" : "")\(before)▸\(after)\(isCut.1 ? "…" : "")”"
    }
}
