@testable import CoreData

/// Asks a question of rows in an SQLite file, in the store in memory, at /dev/null, and before they are saved.
enum PredicatePlaces {
    /// Runs a test in each place.
    ///
    /// - Parameters:
    ///   - fill: makes the rows.
    ///   - body: gets the context, and the name of the place.
    static func run(
        _ fill: (NSManagedObjectContext) throws -> Void, _ body: (NSManagedObjectContext, String) throws -> Void
    ) throws {
        for place in ["file", "memory", "/dev/null", "unsaved", "unsaved in a file"] {
            let folder = URL(fileURLWithPath: NSTemporaryDirectory() + "/places-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let container = NSPersistentContainer(name: "Places", managedObjectModel: PredicateModel.make())
            let description = NSPersistentStoreDescription(url: folder.appendingPathComponent("Places.sqlite"))
            if place == "memory" || place == "unsaved" { description.type = NSInMemoryStoreType }
            if place == "/dev/null" { description.url = URL(fileURLWithPath: "/dev/null") }
            container.persistentStoreDescriptions = [description]
            var failure: (any Error)?
            container.loadPersistentStores { _, error in failure = error }
            if let failure { throw failure }
            let context = container.newBackgroundContext()
            try context.performAndWait {
                try fill(context)
                if !place.hasPrefix("unsaved") {
                    try context.save()
                    context.reset()
                }
                try body(context, place)
            }
        }
    }

    /// The values of `key` in the objects that a predicate finds, sorted.
    static func found(
        _ predicate: NSPredicate, _ entity: String = "Thing", key: String = "text", in context: NSManagedObjectContext
    ) throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = predicate
        return try context.fetch(request).map { object in
            object.value(forKey: key).map { "\($0)" } ?? "nil"
        }.sorted()
    }
}
