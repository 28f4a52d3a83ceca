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
            let container = try GardenStack.container(
                place == "/dev/null" ? URL(fileURLWithPath: place) : nil,
                type: place == "memory" || place == "unsaved" ? NSInMemoryStoreType : NSSQLiteStoreType,
                model: PredicateModel.make())
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
