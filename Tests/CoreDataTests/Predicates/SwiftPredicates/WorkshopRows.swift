import Testing

@testable import CoreData

/// Makers and tools, as unsaved objects and in a store of each kind, to be asked the same question.
struct WorkshopRows {
    enum Place: CaseIterable { case file, memory, null }

    /// The names of the objects that a predicate finds, in every store, before a save and after it, each once.
    ///
    /// - Throws: what a fetch throws; and an error when the answers differ.
    static func answer<Object: NSManagedObject>(
        _ type: Object.Type, _ predicate: NSPredicate
    ) throws -> [String] {
        var answers: Set<[String]> = []
        for place in Place.allCases {
            try run(at: place) { context in
                let request = NSFetchRequest<NSManagedObject>(entityName: Object.entity().name ?? "")
                request.predicate = predicate
                func names() throws -> [String] {
                    try context.fetch(request).map { $0.value(forKey: "name") as? String ?? "–" }.sorted()
                }
                answers.insert(try names())
                try context.save()
                context.reset()
                answers.insert(try names())
            }
        }
        try #require(answers.count == 1, "\(predicate.formatText): \(answers)")
        return answers.first ?? []
    }

    private static func run(at place: Place, _ body: (NSManagedObjectContext) throws -> Void) throws {
        let container = try GardenStack.container(
            place == .null ? URL(fileURLWithPath: "/dev/null") : nil,
            type: place == .memory ? NSInMemoryStoreType : NSSQLiteStoreType,
            model: NSPersistentContainer(name: "Workshop").managedObjectModel)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            fill(context)
            try body(context)
        }
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
    }

    static let plane = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))

    private static func fill(_ context: NSManagedObjectContext) {
        func tool(_ name: String?, _ number: Int16, _ date: Double?) -> Tool {
            let tool = Tool(context: context)
            tool.name = name
            tool.int16 = number
            tool.int64 = Int64(number) * 1_000
            tool.double = Double(number) + 0.5
            tool.flag = number % 2 == 0
            tool.date = date.map { Date(timeIntervalSinceReferenceDate: $0) }
            return tool
        }
        let tools = [tool("Plane", 1, 0), tool("Säge", 2, 86_400), tool("hammer", 7, nil), tool(nil, 4, 100.25)]
        tools[0].id = plane
        tools[0].url = URL(string: "https://example.org/plane")
        tools[1].decimal = NSDecimalNumber(string: "9.95")
        tools[1].bytes = Data([1, 2])
        tools[2].decimal = nil
        for size in [1, 3, 5] {
            let part = Part(context: context)
            part.size = Int32(size)
            part.tool = tools[size == 5 ? 1 : 0]
        }
        func maker(_ type: Maker.Type, _ name: String, _ age: Int16, _ favourite: Tool?, _ owned: [Tool]) {
            let maker = type.init(context: context)
            maker.name = name
            maker.age = age
            maker.isGuest = age > 50
            maker.code = age > 30 ? "AB" : nil
            maker.favourite = favourite
            maker.tools = Set(owned)
        }
        maker(Maker.self, "Ada", 36, tools[0], [tools[0], tools[1]])
        maker(Maker.self, "Zoë", 61, tools[3], [tools[2]])
        maker(Maker.self, "Ben", 20, nil, [])
        maker(Apprentice.self, "Kim", 17, tools[1], [tools[0]])
    }
}
