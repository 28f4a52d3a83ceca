import Foundation

/// Names the state of the stores at one moment, for contexts that are to see no later one.
///
/// See ``NSManagedObjectContext/setQueryGenerationFrom(_:)``.
open class NSQueryGenerationToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Nothing changes after the initialiser.

    /// Stands for the state at the moment when a context reads next.
    public static let current = NSQueryGenerationToken(generations: [])

    let generations: [StoreGeneration]
    private let isDecoded: Bool

    init(generations: [StoreGeneration]) {
        self.generations = generations
        isDecoded = false
    }

    /// Whether the state can be read no more.
    var isGone: Bool { isDecoded || generations.contains { $0.isGone } }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: NSSecureCoding

    public static var supportsSecureCoding: Bool { true }

    /// A state lives as long as the process that took it, so an archive holds nothing of it.
    public func encode(with coder: NSCoder) {}

    /// Makes a token of a state that is gone: a context that is to use it throws.
    public required init?(coder: NSCoder) {
        generations = []
        isDecoded = true
    }
}
