import Foundation
import Testing

@testable import CoreData

@Suite("Classes from a model, built with the package")
struct GeneratedCodeTests {
    private func context() throws -> NSManagedObjectContext {
        let container = NSPersistentContainer(name: "Workshop")
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container.newBackgroundContext()
    }

    @Test("The model is found by its name, its current version, with its classes")
    func model() throws {
        let model = try #require(ManagedModelRegistry.model(named: "Workshop"))
        #expect(Set(model.entitiesByName.keys) == ["Apprentice", "Maker", "Part", "Thing", "Tool"])
        #expect(model.versionIdentifiers == ["2"])
        #expect(model.entitiesByName["Tool"]?.managedObjectClass() == Tool.self)
        #expect(model.entitiesByName["Part"]?.managedObjectClass() == Part.self)
        #expect(model.entitiesByName["Maker"]?.managedObjectClass() == Maker.self)
        #expect(model.entitiesByName["Apprentice"]?.managedObjectClass() == Apprentice.self)
        let registered = try #require(ManagedModelRegistry.registeredModels.first { $0.name == "Workshop" })
        #expect(registered.versions.map(\.name) == ["Workshop 2", "Workshop"])
        #expect(registered.module == "CoreDataTests")
    }

    @Test("A composite attribute is a dictionary, in generated classes, in those written by hand and in subentities")
    func composite() throws {
        let context = try context()
        try context.performAndWait {
            let (tool, maker, apprentice) = (
                Tool(context: context), Maker(context: context), Apprentice(context: context)
            )
            tool.place = ["name": "Attic", "shelf": 2]
            maker.place = ["name": "Attic"]
            apprentice.place = ["name": "Yard", "shelf": 3]
            apprentice.level = 4
            #expect(tool.value(forKeyPath: "place.shelf") as? Int == 2 && maker.place?["shelf"] == nil)
            try context.save()
            context.refreshAllObjects()
            #expect(tool.place?["name"] as? String == "Attic" && tool.name == nil)
            #expect(apprentice.place?["shelf"] as? Int == 3 && apprentice.level == 4)
            let request = NSFetchRequest<Maker>(entityName: "Maker")
            request.sortDescriptors = [NSSortDescriptor(key: "place.name", ascending: false)]
            #expect(try context.fetch(request) == [apprentice, maker])
            request.predicate = NSPredicate(format: "place.shelf == 3 AND name == 'nobody'")
            #expect(try context.fetch(request) == [apprentice])
            maker.place?["shelf"] = 9
            maker.place?["name"] = nil
            request.predicate = NSPredicate(format: "place.shelf == 9 AND place.name == nil")
            #expect(try context.fetch(request) == [maker])
        }
    }

    @Test("A generated class reads and writes every type, inherited properties too, across a save")
    func everyType() throws {
        let context = try context()
        try context.performAndWait {
            let tool = Tool(context: context)
            #expect(tool.double == 0.5 && tool.decimal == NSDecimalNumber(string: "1.25") && tool.int16 == 0)
            let id = UUID()
            tool.name = "Plane"
            tool.id = id
            tool.createdAt = 12.5
            tool.boxedCount = 7
            tool.bytes = Data([1, 2])
            tool.date = Date(timeIntervalSinceReferenceDate: 60)
            tool.decimal = NSDecimalNumber(string: "3.75")
            tool.double = -2.5
            tool.flag = true
            tool.float = 1.5
            tool.int16 = -5
            tool.int32 = .max
            tool.int64 = .min
            tool.shape = NSArray(array: [1, 2])
            tool.url = URL(string: "https://example.org/a")
            try context.save()
            context.refresh(tool, mergeChanges: false)
            #expect(tool.name == "Plane" && tool.id == id && tool.createdAt == 12.5)
            #expect(tool.boxedCount == 7 && tool.bytes == Data([1, 2]))
            #expect(tool.date == Date(timeIntervalSinceReferenceDate: 60))
            #expect(tool.decimal == NSDecimalNumber(string: "3.75") && tool.double == -2.5)
            #expect(tool.flag && tool.float == 1.5 && tool.int16 == -5)
            #expect(tool.int32 == .max && tool.int64 == .min)
            #expect(tool.url == URL(string: "https://example.org/a"))
            let request: NSFetchRequest<Tool> = Tool.fetchRequest()
            #expect(try context.fetch(request) == [tool])
            #expect(Tool.entity().name == "Tool")
        }
    }

    @Test("Typed methods of relationships keep order and inverses")
    func relationships() throws {
        let context = try context()
        context.performAndWait {
            let tool = Tool(context: context)
            let parts = (0..<4).map { index in
                let part = Part(context: context)
                part.size = Int32(index)
                return part
            }
            tool.addToParts(NSOrderedSet(array: [parts[2], parts[0]]))
            tool.addToParts(parts[1])
            tool.insertIntoParts(parts[3], at: 0)
            func sizes() -> [Int32] { (tool.parts?.array as? [Part] ?? []).map(\.size) }
            #expect(sizes() == [3, 2, 0, 1])
            #expect(parts.allSatisfy { $0.tool === tool } && parts[0].isDefault)
            tool.removeFromParts(at: 1)
            #expect(sizes() == [3, 0, 1] && parts[2].tool == nil)
            tool.replaceParts(at: 0, with: parts[2])
            tool.removeFromParts(NSOrderedSet(array: [parts[0]]))
            #expect(sizes() == [2, 1])
            tool.insertIntoParts([parts[0], parts[3]], at: NSIndexSet(indexesIn: NSRange(location: 1, length: 2)))
            #expect(sizes() == [2, 0, 3, 1])
            tool.removeFromParts(at: NSIndexSet(index: 0))
            tool.parts = nil
            #expect(sizes().isEmpty)
        }
    }

    @Test("Hand-written @NSManaged classes link and work")
    func managed() throws {
        let context = try context()
        try context.performAndWait {
            let maker = Maker(context: context)
            #expect(maker.name == "nobody" && maker.age == 0 && !maker.isGuest && maker.born == nil)
            let id = UUID()
            maker.id = id
            maker.name = "Ada"
            maker.name += " L."
            maker.age = 36
            maker.birthday()
            maker.isGuest.toggle()
            maker.tags = ["x", "y"]
            let plane = Tool(context: context)
            let saw = Tool(context: context)
            maker.favourite = plane
            maker.tools = [plane]
            maker.addToTools(saw)
            #expect(maker.tools == [plane, saw] && saw.users?.contains(maker) == true)
            #expect(plane.admirers?.allObjects as? [Maker] == [maker])
            maker.removeFromTools(NSSet(array: [plane, saw]))
            #expect(maker.tools.isEmpty && plane.users?.count == 0)
            #expect(maker.tags == ["x", "y"])
            try context.save()
            context.refresh(maker, mergeChanges: false)
            #expect(maker.id == id && maker.name == "Ada L." && maker.age == 37 && maker.isGuest)
            #expect(maker.favourite === plane)
            maker.setBornSilently(Date(timeIntervalSinceReferenceDate: 0))
            #expect(maker.born == Date(timeIntervalSinceReferenceDate: 0))
        }
    }

    @Test("A subclass written by hand has its own slots behind the inherited ones")
    func managedSubclass() throws {
        let context = try context()
        try context.performAndWait {
            let apprentice = Apprentice(context: context)
            #expect(apprentice.level == 1 && apprentice.years == nil)
            apprentice.name = "Ben"
            apprentice.level = 3
            apprentice.years = 1.5
            apprentice.id = UUID()
            try context.save()
            context.refresh(apprentice, mergeChanges: false)
            #expect(apprentice.name == "Ben" && apprentice.level == 3 && apprentice.years == 1.5)
            let makers = try context.fetch(NSFetchRequest<Maker>(entityName: "Maker"))
            #expect(makers == [apprentice])
        }
    }

    @Test(
        "Bounds of the model are enforced when an object is saved, with Apple's codes",
        arguments: [
            (-1, "AB", 1620), (121, "AB", 1610), (36, "A", 1670), (36, "ABCDE", 1660), (36, "ab", 1680),
            (36, "AB", nil),
            (0, nil, nil), (120, "ABCD", nil),
        ] as [(Int16, String?, Int?)])
    func bounds(age: Int16, code: String?, expected: Int?) throws {
        let context = try context()
        context.performAndWait {
            let maker = Maker(context: context)
            maker.age = age
            maker.code = code
            var found: Int?
            do { try context.save() } catch { found = (error as NSError).code }
            #expect(found == expected)
        }
    }

    @Test("A fetched property has what its request finds for the object")
    func fetchedProperty() throws {
        let context = try context()
        context.performAndWait {
            let tool = Tool(context: context)
            tool.name = "Stanley"
            let makers = ["Stanley", "Bosch", "Stanley"].map { name in
                let maker = Maker(context: context)
                maker.name = name
                return maker
            }
            #expect(Set(tool.namesakes ?? []) == [makers[0], makers[2]])
        }
    }

    @Test("A fetch request of the model runs with values for its variables")
    func template() throws {
        let context = try context()
        try context.performAndWait {
            let maker = Maker(context: context)
            maker.name = "Ada"
            _ = Maker(context: context)
            let model = try #require(ManagedModelRegistry.model(named: "Workshop"))
            let request = try #require(
                model.fetchRequestFromTemplate(withName: "makersNamed", substitutionVariables: ["NAME": "Ada"]))
            #expect(try context.fetch(request).map { $0 as? Maker } == [maker])
        }
    }
}
