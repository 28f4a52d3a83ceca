/// The query generations of a store that are held, and the files that go when none is.
struct HeldGenerations: @unchecked Sendable {
    // Generations are only kept here; what they hold is behind their own locks.
    private var held: [ObjectIdentifier: Weak] = [:]
    private var files: Set<String> = []

    private struct Weak {
        weak var generation: StoreGeneration?
    }

    var isEmpty: Bool { held.isEmpty }

    var all: [StoreGeneration] { held.values.compactMap(\.generation) }

    mutating func add(_ generation: StoreGeneration) {
        held[ObjectIdentifier(generation)] = Weak(generation: generation)
    }

    /// Takes out a generation that is held no more.
    /// - Returns: the names of the files that nobody can name any more.
    mutating func remove(_ generation: ObjectIdentifier) -> Set<String> {
        held[generation] = nil
        return keep([])
    }

    /// Keeps files that rows of a generation may name, as long as there is one.
    /// - Returns: the names of those that nobody can name.
    mutating func keep(_ names: Set<String>) -> Set<String> {
        files.formUnion(names)
        guard held.isEmpty else { return [] }
        defer { files = [] }
        return files
    }
}
