import Foundation
import Testing

@testable import CoreData

@Suite("Reading, at random and by turns") struct RandomReadingTests {
    @Test("A fault that was fetched and refreshed reads what is in the store now", arguments: [0, 5])
    func refreshedFault(batch: Int) throws {
        let (_, reader, writer, kept) = try GardenStack.pair()
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
            var kept: [NSManagedObject] = []
            for (seed, tag) in ids {
                kept.append(try context.existingObject(with: seed))
                kept.append(try context.existingObject(with: tag))
            }
            var chunks: [ObjectIdentifier: Int] = [:]
            for chunk in kept.compactMap(\.chunk) {
                chunks[ObjectIdentifier(chunk)] = chunk.capacity * chunk.layout.stride
            }
            let each = chunks.values.reduce(0, +) / kept.count
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
}
