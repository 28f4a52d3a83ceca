import CoreData
import Foundation
import Testing

/// A class of a model that is made in code: its relationships are known when it runs, not when it is compiled.
final class Leaf: NSManagedObject {
    @NSManaged var name: String?
    @NSManaged var stem: Leaf?

    override func value(forUndefinedKey key: String) -> Any? { key == "shade" ? name?.uppercased() : nil }
    override func setValue(_ value: Any?, forUndefinedKey key: String) { name = value as? String }
}

/// A class with an initialiser of its own in the place of the one it inherits, as Xcode once wrote them.
final class Twig: NSManagedObject {
    @NSManaged var name: String?
    private(set) var isMade = false

    override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: context)
        isMade = true
    }

    convenience init(name: String, in context: NSManagedObjectContext) {
        self.init(context: context)
        self.name = name
    }
}

@Suite("Code as it is written for Apple's systems") struct PortedCodeTests {
    private func failure(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "none"
        } catch CocoaError.managedObjectConstraintMerge {
            return "constraint"
        } catch let error as CocoaError where error.code == .validationMissingMandatoryProperty {
            return "missing"
        } catch {
            return "\(error)"
        }
    }

    @Test("Errors are caught by their names in CocoaError")
    func errors() throws {
        try GardenStack.run { context, _ in
            context.make("Plant", ["species": "vera"])
            #expect(failure(context.save) == "missing")
            context.rollback()
            for _ in 0..<2 { context.make("Plant", ["genus": "Aloe", "species": "vera"]) }
            #expect(failure(context.save) == "constraint")
        }
        #expect(CocoaError.validationStringTooShort.rawValue == NSValidationStringTooShortError)
        #expect(CocoaError.Code.sqlite.rawValue == NSSQLiteError)
    }

    @Test("Values of every kind stand in a format as CVarArg, and in a text")
    func arguments() throws {
        try GardenStack.run { context, _ in
            let (day, id) = (Date(timeIntervalSinceReferenceDate: 86400), UUID())
            let plant = context.make("Plant", ["genus": "Aloe"])
            let seed = context.make("Seed", ["dateSown": day, "id": id, "number": 3, "plant": plant])
            context.make("Seed", ["number": 4])
            try context.save()
            let conditions = [
                NSPredicate(format: "dateSown == %@", day as any CVarArg),
                NSPredicate(format: "dateSown == %@", day as NSDate as any CVarArg),
                NSPredicate(format: "id == %@", id as any CVarArg),
                NSPredicate(format: "id IN %@", [id] as any CVarArg),
                NSPredicate(format: "id IN %@", Set([id]) as any CVarArg),
                NSPredicate(format: "number == %@", NSNumber(value: 3) as any CVarArg),
                NSPredicate(format: "plant == %@", plant as any CVarArg),
                NSPredicate(format: "SELF == %@", seed.objectID as any CVarArg),
            ]
            for condition in conditions {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
                request.predicate = condition
                #expect(try context.fetch(request) == [seed], "\(condition)")
            }
            #expect(String(format: "%@ %d", id as any CVarArg, 3) == "\(id) 3")
        }
    }

    @Test("A sort descriptor of Swift's makes one of a request")
    func sortDescriptors() throws {
        let container = try GardenStack.container(type: NSInMemoryStoreType, model: Self.leaves())
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for name in ["b", "a", "c"] { Leaf(context: context).name = name }
            let request = NSFetchRequest<Leaf>(entityName: "Leaf")
            request.sortDescriptors = [NSSortDescriptor(SortDescriptor(\Leaf.name, order: .reverse))]
            #expect(try context.fetch(request).map(\.name) == ["c", "b", "a"])
            try context.save()
            #expect(try context.fetch(request).map(\.name) == ["c", "b", "a"])
        }
    }

    @Test("A class may override init(entity:insertInto:), which is called for every object")
    func initialisers() throws {
        let twig = entity("Twig", [attribute("name", .stringAttributeType)])
        twig.managedObjectClassName = NSStringFromClass(Twig.self)
        let model = NSManagedObjectModel()
        model.entities = [twig]
        let container = try GardenStack.container(type: NSInMemoryStoreType, model: model)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            // Each object would let go of the context and of the entity once too often.
            for number in 0..<200 { #expect(Twig(name: "\(number)", in: context).isMade) }
            #expect(Twig(entity: twig, insertInto: nil).isMade)
            try context.save()
            context.reset()
            let found = try context.fetch(NSFetchRequest<Twig>(entityName: "Twig"))
            #expect(found.count == 200 && found.allSatisfy { $0.isMade && $0.name != nil })
            #expect(found.allSatisfy { $0.managedObjectContext === context && $0.entity === twig })
        }
        // What was let go of too often would be gone now, or its place taken.
        let another = container.newBackgroundContext()
        #expect(try another.performAndWait { try another.total("Twig") } == 200)
    }

    private static func leaves() -> NSManagedObjectModel {
        let leaf = entity("Leaf", [attribute("name", .stringAttributeType)])
        leaf.managedObjectClassName = NSStringFromClass(Leaf.self)
        relate(leaf, "stem", .one, leaf, "leaves", .many)
        let model = NSManagedObjectModel()
        model.entities = [leaf]
        return model
    }

    @Test("A class of a model made in code has to-one relationships, and keys of its own")
    func codeModel() throws {
        let container = try GardenStack.container(type: NSInMemoryStoreType, model: Self.leaves())
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let (stem, leaf) = (Leaf(context: context), Leaf(context: context))
            leaf.stem = stem
            #expect(leaf.stem === stem && (stem.value(forKey: "leaves") as? NSSet)?.count == 1)
            try context.save()
            context.refresh(leaf, mergeChanges: false)
            #expect(leaf.stem === stem)
            leaf.stem = nil
            #expect((stem.value(forKey: "leaves") as? NSSet)?.count == 0)
            leaf.setValue("green", forKey: "shade")
            #expect(leaf.value(forKey: "shade") as? String == "GREEN")
        }
    }

    @Test("The models of the program's bundle are those compiled in")
    func mergedModel() async {
        // Elsewhere, for other tests register models that do not go together.
        await #expect(processExitsWith: .success) {
            let compiledIn = NSManagedObjectModel.mergedModel(from: nil)?.entitiesByName.keys.sorted()
            #expect(compiledIn?.contains("Maker") == true)
            #expect(NSManagedObjectModel.mergedModel(from: [.main])?.entitiesByName.keys.sorted() == compiledIn)
            #expect(NSManagedObjectModel.mergedModel(from: []) == nil)
        }
    }
}
