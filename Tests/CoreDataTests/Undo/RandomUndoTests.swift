import CoreData
import Foundation
import Testing

@Suite("Undo and redo, at random") struct RandomUndoTests {
    /// A graph that is edited at random, and described so that two moments can be compared.
    private final class Garden {
        let context: NSManagedObjectContext
        private var random: Random
        /// All objects there ever were; each is known by its place.
        private var all: [NSManagedObject] = []
        private var places: [ObjectIdentifier: Int] = [:]

        /// Whether transient values are changed too, which end with a refresh.
        private let hasScratch: Bool

        init(_ context: NSManagedObjectContext, seed: UInt64, hasScratch: Bool = true) {
            self.context = context
            self.hasScratch = hasScratch
            random = Random(state: seed)
            for _ in 0..<25 { insert() }
        }

        func next(_ limit: Int) -> Int { random.next(limit) }

        private func living(_ entity: String? = nil) -> [NSManagedObject] {
            all.filter {
                $0.managedObjectContext != nil && !$0.isDeleted && (entity == nil || $0.entity.name == entity)
            }
        }

        private func any(_ entity: String) -> NSManagedObject? {
            let objects = living(entity)
            return objects.isEmpty ? nil : objects[random.next(objects.count)]
        }

        private func insert() {
            let object = context.make(
                ["Plant", "Plant", "Seed", "Tag", "Bed"][random.next(5)], ["name": "\(all.count)"])
            places[ObjectIdentifier(object)] = all.count
            all.append(object)
        }

        /// Some edits. Each sets something to what it was not.
        func edit(_ count: Int) {
            for _ in 0..<count { edit() }
            // So that a step never comes to nothing.
            insert()
        }

        private func edit() {
            switch random.next(12) {
            case 0: insert()
            case 1:
                let objects = living()
                if !objects.isEmpty { context.delete(objects[random.next(objects.count)]) }
            case 2: any("Plant").map { $0.setValue(($0.number("rating") ?? 0) + 1, forKey: "rating") }
            case 3 where hasScratch:
                any("Plant").map { $0.setValue(($0.text("scratch") ?? "") + "x", forKey: "scratch") }
            case 4: set("Seed", "plant", "Plant")
            case 5:
                guard let plant = any("Plant"), let tag = any("Tag") else { return }
                toggle(plant, "tags", tag)
            case 6:
                guard let plant = any("Plant"), let tag = any("Tag") else { return }
                toggle(tag, "plants", plant)
            case 7: arrange("plants", "Plant")
            case 8: arrange("tags", "Tag")
            case 9: set("Plant", "bed", "Bed")
            case 10: set("Plant", "parent", "Plant")
            default: set("Plant", "next", "Plant")
            }
        }

        private func set(_ entity: String, _ key: String, _ destination: String) {
            guard let object = any(entity) else { return }
            let new = random.next(4) == 0 ? nil : any(destination)
            if object.value(forKey: key) as? NSManagedObject !== new { object.setValue(new, forKey: key) }
        }

        private func toggle(_ object: NSManagedObject, _ key: String, _ member: NSManagedObject) {
            let set = object.mutableSetValue(forKey: key)
            if set.contains(member) { set.remove(member) } else { set.add(member) }
        }

        /// Gives a bed some of the objects in a new order, now and then with another one.
        private func arrange(_ key: String, _ entity: String) {
            guard let bed = any("Bed") else { return }
            var members = (bed.value(forKey: key) as? NSOrderedSet)?.array.compactMap { $0 as? NSManagedObject } ?? []
            members.removeAll { $0.isDeleted }
            let before = members
            if random.next(3) == 0, !members.isEmpty { members.remove(at: random.next(members.count)) }
            if let new = any(entity), !members.contains(new) {
                members.insert(new, at: random.next(members.count + 1))
            }
            if members.count > 1 { members.swapAt(0, random.next(members.count)) }
            if members != before { bed.setValue(NSOrderedSet(array: members), forKey: key) }
        }

        func obtainIDs() throws {
            let new = context.insertedObjects.filter { _ in random.next(3) == 0 }
            try context.obtainPermanentIDs(for: Array(new))
        }

        // MARK: Descriptions

        private func place(_ object: NSManagedObject) -> Int { places[ObjectIdentifier(object)] ?? -1 }

        /// What is there, each object with its values and with its relationships as seen from it.
        func graph() -> [Int: [String: String]] {
            var result: [Int: [String: String]] = [:]
            for object in living() {
                var values: [String: String] = ["ID": "\(ObjectIdentifier(object))"]
                for (key, property) in object.entity.propertiesByName {
                    guard let value = object.value(forKey: key) else { continue }
                    switch value {
                    case let set as NSOrderedSet:
                        values[key] = "\(set.array.compactMap { $0 as? NSManagedObject }.map(place))"
                    case let set as NSSet:
                        values[key] = "\(set.allObjects.compactMap { $0 as? NSManagedObject }.map(place).sorted())"
                    case let object as NSManagedObject: values[key] = "\(place(object))"
                    default: values[property.name] = "\(value)"
                    }
                }
                result[place(object)] = values
            }
            return result
        }

        /// What of it is not saved.
        func unsaved() -> [String: [String]] {
            func places(_ objects: Set<NSManagedObject>) -> [String] { objects.map(place).sorted().map(String.init) }
            return [
                "inserted": places(context.insertedObjects), "updated": places(context.updatedObjects),
                "deleted": places(context.deletedObjects),
                "changed": context.updatedObjects.union(context.insertedObjects)
                    .map { "\(place($0)) \($0.changedValues().keys.sorted())" }.sorted(),
            ]
        }

        /// What the store holds, by the objects' names.
        func stored(_ coordinator: NSPersistentStoreCoordinator?) throws -> [String: [String: [String]]] {
            let other = NSManagedObjectContext(.privateQueue)
            other.persistentStoreCoordinator = coordinator
            return try other.performAndWait { try Self.describe(other) }
        }

        static func describe(_ context: NSManagedObjectContext) throws -> [String: [String: [String]]] {
            var result: [String: [String: [String]]] = [:]
            for entity in ["Plant", "Seed", "Tag", "Bed"] {
                for object in try context.all(entity) {
                    var values = Dictionary(
                        uniqueKeysWithValues: object.entity.relationshipsByName.keys.map { ($0, object.names($0)) })
                    if entity == "Plant" { values["rating"] = ["\(object.number("rating") ?? 0)"] }
                    result[object.text("name") ?? ""] = values
                }
            }
            return result
        }
    }

    /// What differs between two graphs.
    private func difference(_ found: [Int: [String: String]], _ expected: [Int: [String: String]]) -> String {
        var differences: [String] = []
        for place in Set(found.keys).union(expected.keys).sorted() where found[place] != expected[place] {
            guard let a = found[place] else {
                differences.append("\(place) is missing")
                continue
            }
            guard let b = expected[place] else {
                differences.append("\(place) is there")
                continue
            }
            for key in Set(a.keys).union(b.keys).sorted() where a[key] != b[key] {
                differences.append("\(place).\(key) is \(a[key] ?? "nil"), not \(b[key] ?? "nil")")
            }
        }
        return differences.joined(separator: "; ")
    }

    @Test("Undo all the way back is the beginning, redo all the end, and so is each step between", arguments: 1...40)
    func unsaved(seed: UInt64) throws {
        try UndoStack.run { context, manager in
            context.undoManager = nil
            let garden = Garden(context, seed: seed)
            garden.edit(30)
            try context.save()
            if seed % 2 == 0 { context.refreshAllObjects() }
            // Some of it unsaved when the undo manager comes.
            garden.edit(8)
            context.undoManager = manager
            var graphs = [garden.graph()]
            var sets = [garden.unsaved()]
            func check(_ step: Int) {
                #expect(difference(garden.graph(), graphs[step]) == "", "step \(step)")
                let unsaved = garden.unsaved()
                for (key, expected) in sets[step] {
                    let found = Set(unsaved[key] ?? [])
                    #expect(found.subtracting(expected) == [], "step \(step): too many \(key)")
                    #expect(Set(expected).subtracting(found) == [], "step \(step): too few \(key)")
                }
            }
            for _ in 0..<12 {
                garden.edit(1 + garden.next(8))
                context.processPendingChanges()
                graphs.append(garden.graph())
                sets.append(garden.unsaved())
            }
            #expect(manager.undoCount == 12)
            for step in stride(from: 11, through: 0, by: -1) {
                context.undo()
                check(step)
            }
            for step in 1...12 {
                context.redo()
                check(step)
            }
            // There and back at random.
            var step = 12
            for _ in 0..<40 {
                if garden.next(2) == 0 {
                    if step > 0 { step -= 1 }
                    context.undo()
                } else {
                    if step < 12 { step += 1 }
                    context.redo()
                }
                check(step)
            }
            let end = try Garden.describe(context)
            try context.save()
            #expect(try garden.stored(context.persistentStoreCoordinator) == end)
        }
    }

    @Test("With saves in between the graph is the same, and what is saved is what is there", arguments: 1...40)
    func saved(seed: UInt64) throws {
        try UndoStack.run { context, manager in
            let refreshes = seed % 2 == 0
            let garden = Garden(context, seed: seed &* 7919, hasScratch: !refreshes)
            try context.save()
            manager.removeAllActions()
            var graphs = [garden.graph()]
            func check(_ step: Int) throws {
                #expect(difference(garden.graph(), graphs[step]) == "", "step \(step)")
                guard garden.next(3) == 0 else { return }
                let shown = try Garden.describe(context)
                try context.save()
                #expect(!context.hasChanges)
                #expect(try garden.stored(context.persistentStoreCoordinator) == shown, "step \(step)")
                if refreshes { context.refreshAllObjects() }
                #expect(difference(garden.graph(), graphs[step]) == "", "step \(step), saved")
            }
            for step in 1...10 {
                garden.edit(1 + garden.next(8))
                if garden.next(4) == 0 { try garden.obtainIDs() }
                context.processPendingChanges()
                graphs.append(garden.graph())
                try check(step)
            }
            #expect(manager.undoCount == 10)
            for step in stride(from: 9, through: 0, by: -1) {
                context.undo()
                try check(step)
            }
            #expect(!manager.canUndo)
            for step in 1...10 {
                context.redo()
                try check(step)
            }
            var step = 10
            for _ in 0..<40 {
                if garden.next(2) == 0 {
                    if step > 0 { step -= 1 }
                    context.undo()
                } else {
                    if step < 10 { step += 1 }
                    context.redo()
                }
                try check(step)
            }
        }
    }
}
