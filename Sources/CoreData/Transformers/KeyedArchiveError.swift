import Foundation

/// Why a keyed archive cannot be read or written.
enum KeyedArchiveError: Error, Equatable {
    /// It is no keyed archive, or a damaged one.
    case damaged(String)
    /// It has an object of a class that is not read here.
    case unknownClass(String)
    /// A value that archives do not hold here.
    case unknownValue(String)
    /// It is nested or shared beyond measure.
    case tooLarge

    /// The error in words, without the subject.
    var sentence: String {
        switch self {
        case .damaged(let what): "is no keyed archive that can be read: \(what)"
        case .unknownClass(let name): "has an object of the class \(name), which is not read here"
        case .unknownValue(let type): "has a \(type) in it, which no archive holds here"
        case .tooLarge: "is nested too deeply or refers to its parts too often"
        }
    }
}
