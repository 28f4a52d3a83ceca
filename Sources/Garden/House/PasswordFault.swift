import Foundation

/// Why a password cannot be set.
public struct PasswordFault: Error, Sendable, Hashable {
    /// The reason in a sentence for people.
    public let message: String
}

extension PasswordFault: LocalizedError {
    public var errorDescription: String? { message }
}
