import CoreData
import Foundation

/// A plant model built in code and stores on it, for tests.
enum GardenStack {
    static let model: NSManagedObjectModel = {
        let plant = entity(
            "Plant",
            [
                attribute("genus", .stringAttributeType, optional: false),
                attribute("species", .stringAttributeType, optional: false, value: ""),
                attribute("rating", .integer16AttributeType, value: 0),
                attribute("nickname", .stringAttributeType),
            ])
        plant.uniquenessConstraints = [["genus", "species"]]
        let seed = entity(
            "Seed",
            [
                attribute("dateSown", .dateAttributeType), attribute("number", .integer16AttributeType, value: 0),
                attribute("note", .stringAttributeType), attribute("id", .UUIDAttributeType),
            ])
        let tag = entity("Tag", [attribute("name", .stringAttributeType)])
        let bed = entity("Bed", [attribute("name", .stringAttributeType)])
        let tree = entity("Tree", [attribute("height", .doubleAttributeType)])
        relate(plant, "seeds", .many, rule: .cascadeDeleteRule, seed, "plant")
        relate(plant, "tags", .many, tag, "plants", .many)
        relate(bed, "plants", .many, rule: .denyDeleteRule, ordered: true, plant, "bed")
        plant.subentities = [tree]
        let model = NSManagedObjectModel()
        model.entities = [plant, seed, tag, bed, tree]
        return model
    }()

    /// Where a store of a test may be.
    static func url() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("core-data-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appendingPathComponent("Store.sqlite")
    }

    static func container(
        _ url: URL? = nil, type: String = NSSQLiteStoreType, history: Bool = false, options: [String: NSObject] = [:],
        model: NSManagedObjectModel = model
    ) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Garden", managedObjectModel: model)
        let description = NSPersistentStoreDescription()
        description.type = type
        description.url = type == NSInMemoryStoreType ? nil : try url ?? Self.url()
        if history { description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey) }
        for (key, value) in options { description.setOption(value, forKey: key) }
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }

    /// Two contexts of one file, each with a coordinator of its own; `kept` has to be kept for as long as they are used.
    static func pair(
        options: [String: NSObject] = [:]
    ) throws -> (url: URL, reader: NSManagedObjectContext, writer: NSManagedObjectContext, kept: [AnyObject]) {
        let url = try Self.url()
        let containers = try (0..<2).map { _ in try container(url, options: options) }
        return (url, containers[0].newBackgroundContext(), containers[1].newBackgroundContext(), containers)
    }

    /// Runs `body` on a new context of a new store.
    static func run<T>(
        type: String = NSSQLiteStoreType, model: NSManagedObjectModel = model,
        _ body: (NSManagedObjectContext, NSPersistentContainer) throws -> T
    ) throws -> T {
        let container = try container(type: type, model: model)
        let context = container.newBackgroundContext()
        return try context.performAndWait { try body(context, container) }
    }
}

extension NSManagedObjectContext {
    /// Merges what `writer` saves, until what is returned is removed from the notification centre.
    func mergeSaves(of writer: NSManagedObjectContext) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(forName: .NSManagedObjectContextDidSave, object: writer, queue: nil) {
            [unowned self] note in mergeChanges(fromContextDidSave: note)
        }
    }

    /// Inserts an object and sets its values.
    @discardableResult
    func make(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    /// How many objects of an entity there are.
    func total(_ entity: String) throws -> Int {
        try count(for: NSFetchRequest<NSManagedObject>(entityName: entity))
    }

    func all(_ entity: String, _ format: String? = nil, _ arguments: Any?...) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        if let format { request.predicate = try NSPredicate.parse(format, arguments: arguments) }
        return try fetch(request)
    }
}

extension NSManagedObject {
    func text(_ key: String) -> String? { value(forKey: key) as? String }
    func number(_ key: String) -> Int? { value(forKey: key) as? Int }
}

/// The code of the error that `body` throws; nil when it throws none.
func code(_ body: () throws -> Void) -> Int? {
    do {
        try body()
        return nil
    } catch {
        return (error as NSError).code
    }
}
