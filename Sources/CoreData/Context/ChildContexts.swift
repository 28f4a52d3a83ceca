/// The contexts that have a context for their parent. They are used on queues of their own.
struct ChildContexts: @unchecked Sendable {
    // Contexts are only kept here, and used through their own queues.
    private var entries: [ObjectIdentifier: Entry] = [:]

    private struct Entry {
        weak var context: NSManagedObjectContext?
        /// Whether it takes over by itself what is saved to the parent.
        let merges: Bool
    }

    var all: [NSManagedObjectContext] { entries.values.compactMap(\.context) }
    var merging: [NSManagedObjectContext] { entries.values.compactMap { $0.merges ? $0.context : nil } }

    mutating func note(_ context: NSManagedObjectContext, merges: Bool) {
        entries[ObjectIdentifier(context)] = Entry(context: context, merges: merges)
    }

    mutating func remove(_ context: NSManagedObjectContext) { entries[ObjectIdentifier(context)] = nil }
}
