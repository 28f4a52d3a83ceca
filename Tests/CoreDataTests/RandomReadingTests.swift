import CoreData
import Foundation
import Testing

@Suite("Reading, at random and by turns") struct RandomReadingTests {
    private func pair(
        options: [String: NSObject] = [:]
    ) throws -> (url: URL, reader: NSManagedObjectContext, writer: NSManagedObjectContext, kept: [AnyObject]) {
        let url = try GardenStack.url()
        let containers = try (0..<2).map { _ in try GardenStack.container(url, options: options) }
        return (url, containers[0].newBackgroundContext(), containers[1].newBackgroundContext(), containers)
    }

    @Test("A fault that was fetched and refreshed reads what is in the store now", arguments: [0, 5])
    func refreshedFault(batch: Int) throws {
        let (_, reader, writer, kept) = try pair()
        try writer.performAndWait {
            for number in 0..<20 { writer.make("Seed", ["number": number]) }
            try writer.save()
        }
        try reader.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.fetchBatchSize = batch
            let seeds = try reader.fetch(request)
            try writer.performAndWait {
                for seed in try writer.all("Seed") { seed.setValue(1000, forKey: "number") }
                try writer.save()
            }
            reader.refresh(seeds[0], mergeChanges: false)
            #expect(seeds[0].number("number") == 1000)
            reader.refreshAllObjects()
            let left = seeds.filter { $0.number("number") != 1000 }.count
            #expect(left == 0)
        }
        withExtendedLifetime(kept) {}
    }

    private func residentBytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (Int(text.split(separator: " ").dropFirst().first ?? "0") ?? 0) * 4096
    }

    @Test("Rows of two entities that are read by turns take no more memory than those of one")
    func alternating() throws {
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        let ids = try context.performAndWait {
            let pairs = (0..<20_000).map {
                (context.make("Seed", ["number": 1, "note": "a"]), context.make("Tag", ["name": "t\($0)"]))
            }
            try context.save()
            return pairs.map { ($0.objectID, $1.objectID) }
        }
        context.performAndWait { context.reset() }
        try context.performAndWait {
            let before = residentBytes()
            var kept: [NSManagedObject] = []
            for (seed, tag) in ids {
                kept.append(try context.existingObject(with: seed))
                kept.append(try context.existingObject(with: tag))
            }
            let each = (residentBytes() - before) / kept.count
            #expect(each < 1000, "\(each) bytes an object")
        }
    }

    @Test(
        "Nested blocks of contexts, stores and coordinators never miss a commit",
        arguments: [1, 2, 3, 4, 5, 6] as [UInt64], ["WAL", "DELETE"])
    func commits(seed: UInt64, journal: String) throws {
        var random = Random(state: seed)
        let options: [String: NSObject] = [NSSQLitePragmasOption: ["journal_mode": journal] as NSDictionary]
        let urls = [try GardenStack.url(), try GardenStack.url()]
        let writers = try urls.map { try GardenStack.container($0, options: options) }
        let both = try GardenStack.container(urls[0], options: options)
        let second = try both.persistentStoreCoordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: urls[1], options: options)
        _ = second
        let readers = (0..<3).map { _ in both.newBackgroundContext() }
        for reader in readers { reader.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump }
        let writing = writers.map { $0.newBackgroundContext() }
        for w in writing { w.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump }
        var model: [String: Int] = [:]
        for (index, w) in writing.enumerated() {
            try w.performAndWait {
                for n in 0..<10 {
                    w.make("Seed", ["note": "\(index)-\(n)", "number": 0])
                    model["\(index)-\(n)"] = 0
                }
                try w.save()
            }
        }
        var value = 0
        func name() -> (Int, String) { let i = random.next(2); return (i, "\(i)-\(random.next(10))") }
        func foreignSave() throws {
            let (index, note) = name()
            value += 1
            let w = writing[index]
            try w.performAndWait {
                w.refreshAllObjects()
                try w.all("Seed", "note == %@", note)[0].setValue(value % 30000, forKey: "number")
                try w.save()
            }
            model[note] = value % 30000
        }
        func ownSave(_ c: NSManagedObjectContext) throws {
            let (_, note) = name()
            value += 1
            let object = try #require(try c.all("Seed", "note == %@", note).first)
            object.setValue(value % 30000, forKey: "number")
            try c.save()
            model[note] = value % 30000
        }
        func check(_ c: NSManagedObjectContext) throws {
            let (_, note) = name()
            switch random.next(4) {
            case 0:
                #expect(try c.all("Seed", "note == %@ AND number == %d", note, model[note]).count == 1)
            case 1:
                let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
                request.predicate = try NSPredicate.parse("number == %d", arguments: [model[note]])
                let expected = model.values.filter { $0 == model[note] }.count
                #expect(try c.count(for: request) == expected)
            case 2:
                let object = try #require(try c.all("Seed", "note == %@", note).first)
                c.refresh(object, mergeChanges: false)
                #expect(object.number("number") == model[note])
            default:
                let object = try #require(try c.all("Seed", "note == %@", note).first)
                c.refresh(object, mergeChanges: false)
                #expect(try c.existingObject(with: object.objectID).number("number") == model[note])
            }
        }
        // A context's queue cannot be waited for from within a block that it waits for itself.
        func block(_ outer: [Int]) throws {
            let next = random.next(3)
            let number = outer.dropLast().contains(next) ? outer.last! : next
            let c = readers[number]
            try c.performAndWait {
                for _ in 0..<(3 + random.next(8)) {
                    switch random.next(7) {
                    case 0: try foreignSave()
                    case 1: try ownSave(c)
                    case 2 where outer.count < 4: try block(outer + [number])
                    default: try check(c)
                    }
                }
            }
        }
        for _ in 0..<60 { try block([]) }
        // Nothing is left open: the log is folded and emptied by others.
        for (index, w) in writing.enumerated() {
            try w.performAndWait {
                for round in 0..<40 {
                    for seed in try w.all("Seed") {
                        seed.setValue(round, forKey: "number"); seed.setValue(UUID(), forKey: "id")
                    }
                    try w.save()
                }
            }
            let size = try? FileManager.default.attributesOfItem(atPath: urls[index].path + "-wal")[.size] as? Int
            #expect((size ?? 0) < 6_000_000)
        }
    }

    @Test("A store that is removed in the middle of a block reads no more; another block of the same file does")
    func removed() throws {
        let url = try GardenStack.url()
        let container = try GardenStack.container(url)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let seeds = (0..<10).map { context.make("Seed", ["number": $0]) }
            try context.save()
            context.refreshAllObjects()
            for seed in seeds.prefix(6) { _ = seed.number("number") }
            let coordinator = container.persistentStoreCoordinator
            try coordinator.remove(coordinator.persistentStores[0])
            _ = try? context.all("Seed")
            _ = try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
            #expect(try context.all("Seed").count == 10)
            context.make("Seed", ["number": 99])
            try context.save()
            #expect(try context.all("Seed").count == 11)
        }
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .filter {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix(url.path)
                    == true
            }
        #expect(descriptors.count < 8, "\(descriptors.count)")
    }

    @Test("Batched fetches give what plain ones give", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func batches(seed: UInt64) throws {
        var random = Random(state: seed)
        let url = try GardenStack.url()
        let containers = try (0..<2).map { _ in try GardenStack.container(url) }
        let (context, writer) = (containers[0].newBackgroundContext(), containers[1].newBackgroundContext())
        let check = containers[0].newBackgroundContext()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        var serial = 0
        try writer.performAndWait {
            for _ in 0..<80 {
                serial += 1
                writer.make(
                    serial % 3 == 0 ? "Tree" : "Plant",
                    ["genus": "g\(serial)", "rating": random.next(50), "nickname": "n\(random.next(5))"])
            }
            try writer.save()
        }
        for _ in 0..<60 {
            try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: random.next(3) == 0 ? "Tree" : "Plant")
                request.includesSubentities = random.next(3) > 0
                request.sortDescriptors = [
                    NSSortDescriptor(key: "rating", ascending: random.next(2) == 0),
                    NSSortDescriptor(key: "genus", ascending: true),
                ]
                if random.next(2) == 0 { request.predicate = NSPredicate(format: "rating > %d", random.next(40)) }
                if random.next(3) == 0 { request.fetchLimit = 1 + random.next(20) }
                if random.next(3) == 0 { request.fetchOffset = random.next(20) }
                request.includesPendingChanges = random.next(3) > 0
                context.refreshAllObjects()
                let plain = try context.fetch(request)
                if random.next(2) == 0 { context.refreshAllObjects() }
                request.fetchBatchSize = 1 + random.next(9)
                let batched = try context.fetch(request)
                #expect(plain == batched)
                let copy = random.next(2) == 0 ? try context.fetch(request) : batched
                #expect(copy == batched)
                // Others change and delete meanwhile.
                var gone: Set<String> = []
                if random.next(2) == 0 {
                    try writer.performAndWait {
                        writer.refreshAllObjects()
                        let all = try writer.all("Plant")
                        for _ in 0..<5 {
                            let object = all[random.next(all.count)]
                            if object.isDeleted { continue }
                            if random.next(4) == 0 {
                                gone.insert(object.objectID.uriRepresentation().absoluteString)
                                writer.delete(object)
                            } else {
                                object.setValue(random.next(50), forKey: "rating")
                            }
                        }
                        for _ in 0..<2 {
                            serial += 1;
                            writer.make(
                                serial % 3 == 0 ? "Tree" : "Plant", ["genus": "g\(serial)", "rating": random.next(50)])
                        }
                        try writer.save()
                    }
                }
                if random.next(3) == 0 { context.refreshAllObjects() }
                if random.next(4) == 0, let object = batched.first {
                    context.refresh(object, mergeChanges: random.next(2) == 0)
                }
                for object in batched.shuffled() {
                    if gone.contains(object.objectID.uriRepresentation().absoluteString) {
                        continue
                    }
                    switch random.next(3) {
                    case 0: #expect(try context.existingObject(with: object.objectID) === object)
                    case 1: #expect(context.object(with: object.objectID) === object)
                    default: break
                    }
                    #expect(object.text("genus") != nil && !object.isDeleted)
                }
                if random.next(3) == 0,
                    let object = batched.first(where: { !$0.isDeleted && $0.managedObjectContext != nil })
                {
                    object.setValue(random.next(50), forKey: "rating")
                }
                if random.next(5) == 0 { context.rollback() }
                if random.next(5) == 0 { context.reset() } else if random.next(5) == 0 { try? context.save() }
            }
        }
        _ = check
    }

    // MARK: Operators

    static let model: NSManagedObjectModel = {
        func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
            let attribute = NSAttributeDescription()
            (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
            return attribute
        }
        let box = NSEntityDescription(), item = NSEntityDescription(), special = NSEntityDescription()
        (box.name, item.name, special.name) = ("Box", "Item", "Special")
        box.properties = [attribute("name", .stringAttributeType)]
        item.properties = [
            attribute("small", .integer16AttributeType), attribute("medium", .integer32AttributeType),
            attribute("large", .integer64AttributeType), attribute("real", .doubleAttributeType),
            attribute("single", .floatAttributeType), attribute("exact", .decimalAttributeType),
            attribute("truth", .booleanAttributeType), attribute("day", .dateAttributeType),
            attribute("word", .stringAttributeType),
        ]
        special.properties = [attribute("alpha", .integer32AttributeType)]
        let there = NSRelationshipDescription(), back = NSRelationshipDescription()
        (there.name, there.destinationEntity, there.maxCount) = ("items", item, 0)
        (back.name, back.destinationEntity, back.maxCount) = ("box", box, 1)
        (there.inverseRelationship, back.inverseRelationship) = (back, there)
        (there.deleteRule, back.deleteRule) = (.cascadeDeleteRule, .nullifyDeleteRule)
        box.properties.append(there)
        item.properties.append(back)
        item.subentities = [special]
        let model = NSManagedObjectModel()
        model.entities = [box, item, special]
        return model
    }()

    @Test("Operators give what they give over an array of the values", arguments: [1, 2, 3, 4] as [UInt64])
    func operators(seed: UInt64) throws {
        var random = Random(state: seed)
        let container = try GardenStack.container(model: Self.model)
        let context = container.newBackgroundContext()
        let keys = ["small", "medium", "large", "real", "single", "exact", "truth", "day", "word"]
        try context.performAndWait {
            func fill(_ item: NSManagedObject, extreme: Bool) {
                func set(_ key: String, _ value: Any?) { item.setValue(random.next(3) == 0 ? nil : value, forKey: key) }
                set("small", random.next(60000) - 30000)
                set("medium", random.next(1 << 20) - 1000)
                set("large", extreme ? (random.next(2) == 0 ? Int.max : Int.min) : random.next(1 << 20))
                set("real", extreme ? Double.infinity : Double(random.next(1000)) / 8)
                set("single", Float(random.next(1000)) / 7)
                set("exact", NSDecimalNumber(string: "\(random.next(1000)).\(random.next(1000))1"))
                set("truth", random.next(2) == 0)
                set("day", Date(timeIntervalSinceReferenceDate: Double(random.next(1_000_000))))
                set("word", "w\(random.next(40))")
            }
            var boxes: [NSManagedObject] = []
            for n in 0..<30 {
                let box = context.make("Box", ["name": "b\(n)"])
                boxes.append(box)
                for _ in 0..<random.next(7) {
                    let item = context.make(
                        n % 3 == 0 && random.next(2) == 0 ? "Special" : (n % 3 == 1 ? "Special" : "Item"))
                    item.setValue(box, forKey: "box")
                    fill(item, extreme: n % 5 == 0)
                }
            }
            func check(_ stage: String) throws {
                for box in boxes {
                    let members = (box.value(forKey: "items") as? NSSet)?.allObjects ?? []
                    #expect((box.value(forKeyPath: "items.@count") as? NSNumber)?.intValue == members.count)
                    for key in keys {
                        for op in ["sum", "avg", "min", "max", "count"] {
                            if op == "sum" || op == "avg", key == "word" { continue }
                            let path = "@\(op).\(key)"
                            let expected = NSExpression(forKeyPath: "self.\(path)").expressionValue(
                                with: members, context: nil)
                            let got = box.value(forKeyPath: "items.\(path)")
                            let (a, b) = ((got as? NSNumber)?.doubleValue, (expected as? NSNumber)?.doubleValue)
                            var same: Bool = (got as? NSObject) == (expected as? NSObject)
                            if let a, let b, abs(a - b) <= 1e-9 * abs(a) || (a.isNaN && b.isNaN) { same = true }
                            #expect(same, "\(stage) \(path) of \(members.count): \(got as Any) \(expected as Any)")
                            #expect((got == nil) == (expected == nil))
                        }
                    }
                    // A predicate over it agrees as well.
                    let sum = (box.value(forKeyPath: "items.@sum.small") as? NSNumber)?.intValue ?? 0
                    #expect(NSPredicate(format: "items.@sum.small == %d", sum).evaluate(with: box))
                }
            }
            try check("unsaved")
            try context.save()
            try check("saved")
            context.refreshAllObjects()
            try check("read")
            for box in boxes.prefix(10) {
                if let items = (box.value(forKey: "items") as? NSSet)?.allObjects as? [NSManagedObject],
                    let first = items.first
                {
                    context.delete(first)
                    if items.count > 1 { fill(items[1], extreme: false) }
                }
            }
            context.processPendingChanges()
            try check("edited")
            try context.save()
            try check("saved again")
        }
    }

    @Test("Prefetching along two steps through many-to-many, to-one and ordered relationships")
    func prefetching() throws {
        var random = Random(state: 3)
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let tags = (0..<15).map { context.make("Tag", ["name": "t\($0)"]) }
            let beds = (0..<6).map { context.make("Bed", ["name": "b\($0)"]) }
            for n in 0..<200 {
                let plant = context.make(n % 4 == 0 ? "Tree" : "Plant", ["genus": "g\(n)"])
                plant.setValue(NSSet(array: (0..<random.next(4)).map { _ in tags[random.next(15)] }), forKey: "tags")
                if random.next(3) > 0 { plant.setValue(beds[random.next(6)], forKey: "bed") }
                for s in 0..<random.next(3) { context.make("Seed", ["plant": plant, "number": s]) }
            }
            try context.save()
            func size(_ object: NSManagedObject, _ key: String) -> Int {
                (object.value(forKey: key) as? NSSet)?.count ?? -1
            }
            func line(_ plant: NSManagedObject) -> String {
                let tags: Set<NSManagedObject> = (plant.value(forKey: "tags") as? Set<NSManagedObject>) ?? []
                var names: [String] = []
                for tag in tags { names.append((tag.text("name") ?? "") + String(size(tag, "plants"))) }
                let bed = plant.value(forKey: "bed") as? NSManagedObject
                let mates = (bed?.value(forKey: "plants") as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
                let order: [String] = mates.map { $0.text("genus") ?? "" }
                let text: String = plant.text("genus") ?? ""
                return text + names.sorted().joined(separator: ",") + ";" + order.joined(separator: ",") + ";"
                    + String(size(plant, "seeds"))
            }
            func picture() throws -> [String] {
                let plants = try context.all("Plant")
                return plants.map(line).sorted()
            }
            context.reset()
            let expected = try picture()
            for paths in [
                ["tags.plants"], ["tags", "tags.plants.tags"], ["bed.plants"], ["bed.plants.seeds", "tags.plants.bed"],
                ["seeds.plant.tags"],
            ] {
                for limit in [0, 3, 70, 150] {
                    for batch in [0, 6] {
                        context.reset()
                        let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
                        request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
                        request.relationshipKeyPathsForPrefetching = paths
                        request.fetchLimit = limit
                        request.fetchBatchSize = batch
                        let kept = try context.fetch(request)
                        let got = try picture()
                        let different = zip(got, expected).filter { $0 != $1 }.count
                        #expect(
                            different == 0, "\(paths) \(limit) \(batch) \(zip(got, expected).first { $0 != $1 } as Any)"
                        )
                        withExtendedLifetime(kept) {}
                    }
                }
            }
        }
    }

    @Test(
        "Prefetching for one object, and for one of its kind among others, finds what it has", arguments: [1, 2, 100])
    func single(count: Int) throws {
        try GardenStack.run { context, _ in
            for number in 0..<count {
                let plant = context.make(number == 0 ? "Tree" : "Plant", ["genus": "g\(number)"])
                for seed in 0..<3 { context.make("Seed", ["plant": plant, "number": seed]) }
                plant.setValue(NSSet(object: context.make("Tag", ["name": "t\(number)"])), forKey: "tags")
            }
            try context.save()
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.relationshipKeyPathsForPrefetching = ["seeds", "tags"]
            request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
            for plant in try context.fetch(request) {
                #expect((plant.value(forKey: "seeds") as? NSSet)?.count == 3)
                #expect((plant.value(forKey: "tags") as? NSSet)?.count == 1)
            }
        }
    }

    @Test("Prefetching leaves out rows of an entity that the model does not know")
    func unknownEntity() throws {
        let url = try GardenStack.url()
        let container = try GardenStack.container(url)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for bed in 0..<3 {
                let bed = context.make("Bed", ["name": "b\(bed)"])
                for plant in 0..<4 {
                    context.make("Plant", ["genus": "g\(plant)", "species": bed.text("name") ?? "", "bed": bed])
                }
            }
            try context.save()
            context.reset()
            _ = SQLiteFile(url).texts("UPDATE ZPLANT SET Z_ENT = 99 WHERE ZGENUS = 'g1'")
            let request = NSFetchRequest<NSManagedObject>(entityName: "Bed")
            request.relationshipKeyPathsForPrefetching = ["plants"]
            for bed in try context.fetch(request) {
                let plants = (bed.value(forKey: "plants") as? NSOrderedSet)?.array as? [NSManagedObject]
                #expect(plants?.map { $0.text("genus") } == ["g0", "g2", "g3"])
                #expect(plants?.allSatisfy { $0.text("species") == bed.text("name") } == true)
            }
        }
    }
}
