import Foundation

extension NSManagedObjectContext {
    /// Which state of the stores a context reads.
    enum Generation {
        /// The newest.
        case any
        /// The one there is when it reads next.
        case next
        /// One and the same.
        case pinned(NSQueryGenerationToken)
    }

    /// The state of the stores that the context reads; nil when it reads the newest. To ask pins the context, if it is
    /// to be pinned.
    public final var queryGenerationToken: NSQueryGenerationToken? {
        checkQueue()
        switch generation {
        case .any: return nil
        case .pinned(let token): return token
        case .next:
            do {
                return try pin()
            } catch {
                coordinator?.report("No query generation could be taken: \(error.localizedDescription)")
                return nil
            }
        }
    }

    /// Makes the context read one state of the stores, whatever is saved to them meanwhile.
    ///
    /// A save, a merge of others' saves and `reset` take the context on to the present state. What is saved is compared
    /// with the newest rows as ever. A store in memory has one state only. A state that is held keeps the store's log
    /// from being folded into its file: when 64 MiB have been saved since, it is given up, and reading throws.
    ///
    /// - Parameter generation: `current` for the state there is when the context reads next; another context's token
    ///   for the one it reads; nil for the newest rows at each time. A context with a parent reads what its parent
    ///   reads: to set it there is a programming error.
    /// - Throws: `NSCoreDataError` when the state is gone.
    public final func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        checkQueue()
        precondition(parent == nil, "A context with a parent reads what its parent reads. Set the generation there.")
        guard let generation else { return self.generation = .any }
        if generation === NSQueryGenerationToken.current { return self.generation = .next }
        if generation.isGone { throw StoreGeneration.gone }
        let stores = coordinator?.rowStores.compactMap { $0 as? SQLiteStore } ?? []
        if !generation.generations.isEmpty, !generation.generations.contains(where: { stores.contains(where: $0.isOf) })
        {
            throw CocoaErrorText.error(
                NSCoreDataError,
                "The query generation is one of other stores. Take it from a context of the same coordinator.")
        }
        self.generation = .pinned(generation)
    }

    /// Whether the context does not read the newest rows.
    @inline(__always) final var isPinned: Bool { if case .any = generation { false } else { true } }

    /// What of a store the context reads; nil for the newest rows.
    final func generation(of store: SQLiteStore) throws -> StoreGeneration? {
        switch generation {
        case .any: nil
        case .pinned(let token): try held(token, store)
        case .next: try held(pin(), store)
        }
    }

    private func held(_ token: NSQueryGenerationToken, _ store: SQLiteStore) throws -> StoreGeneration? {
        if token.isGone { throw StoreGeneration.gone }
        return token.generations.first { $0.isOf(store) }
    }

    private func pin() throws -> NSQueryGenerationToken {
        let stores = coordinator?.rowStores.compactMap { $0 as? SQLiteStore } ?? []
        let token = NSQueryGenerationToken(
            generations: try stores.filter { !$0.isInMemory }.map { try StoreGeneration($0) })
        generation = .pinned(token)
        return token
    }

    /// Goes on to the present state, if the context is pinned.
    final func leaveGeneration() {
        if case .pinned = generation { generation = .next }
    }
}
