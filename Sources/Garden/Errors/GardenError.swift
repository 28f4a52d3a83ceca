import Foundation

/// Why a view model could not do what it was asked. Nothing was stored.
public enum GardenError: Error, Sendable, Hashable {
    /// The name is taken.
    case duplicate(Duplicate)
    /// What was asked for is not there.
    case gone(Gone)
    /// Fields are wrong, each with its sentence.
    case invalid([FieldError])
    /// Somebody else changed the same fields.
    case conflict(Conflict)
    /// The deletion was undone before, or is no longer kept.
    case nothingToUndo
    /// The store itself failed, in a sentence that says what to do.
    case store(String)

    /// The reason in a sentence for people.
    public var message: String {
        switch self {
        case .duplicate(let duplicate): "\(duplicate.message): “\(duplicate.existing.name)”."
        case .gone(let gone): gone.message
        case .invalid(let errors): errors.map(\.message).joined(separator: " ")
        case .conflict(let conflict): conflict.message
        case .nothingToUndo: "This was undone already, or is no longer kept."
        case .store(let sentence): sentence
        }
    }
}

extension GardenError: LocalizedError {
    public var errorDescription: String? { message }
}
