import CoreData

extension GardenStack {
    /// A context of a new store and those below it, the topmost first; `container` has to be kept while they are used.
    static func levels(
        _ below: Int = 1, model: NSManagedObjectModel = model
    ) throws -> (container: NSPersistentContainer, contexts: [NSManagedObjectContext]) {
        let container = try container(model: model)
        var contexts = [container.newBackgroundContext()]
        for _ in 0..<below { contexts.append(contexts[contexts.count - 1].child()) }
        return (container, contexts)
    }
}

extension NSManagedObjectContext {
    /// A context on a queue of its own that has this one for its parent.
    func child() -> NSManagedObjectContext {
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = self
        return child
    }
}
