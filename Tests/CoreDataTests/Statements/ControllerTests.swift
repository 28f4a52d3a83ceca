import CoreData
import Foundation
import Testing

@Suite("Statements 159–170: fetched results controllers") struct ControllerTests {
    /// Replays a controller's events onto rows of its own, as a table view does.
    final class Mirror: NSFetchedResultsControllerDelegate {
        var sections: [(name: String, rows: [NSManagedObject])] = []
        var log: [String] = []
        /// Whether an object may move while so many others do that it comes to stand where it stood.
        var mayMoveInPlace = false
        private var deletedSections: [Int] = []
        private var insertedSections: [(Int, String)] = []
        private var deletions: [IndexPath] = []
        private var insertions: [(IndexPath, NSManagedObject)] = []

        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            log.append("will")
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
            for type: NSFetchedResultsChangeType
        ) {
            log.append("section \(type)")
            if type == .delete {
                deletedSections.append(sectionIndex)
            } else {
                insertedSections.append((sectionIndex, sectionInfo.name))
            }
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            log.append("\(type)")
            guard let object = anObject as? NSManagedObject else { return }
            if type == .delete || type == .move, let indexPath { deletions.append(indexPath) }
            if type == .insert || type == .move, let newIndexPath { insertions.append((newIndexPath, object)) }
            if type == .move, !mayMoveInPlace {
                #expect(indexPath != newIndexPath || !insertedSections.isEmpty || !deletedSections.isEmpty)
            }
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            log.append("did")
            for path in deletions.sorted(by: >) { sections[path.section].rows.remove(at: path.row) }
            for index in deletedSections.sorted(by: >) { sections.remove(at: index) }
            for (index, name) in insertedSections.sorted(by: { $0.0 < $1.0 }) { sections.insert((name, []), at: index) }
            for (path, object) in insertions.sorted(by: { $0.0 < $1.0 }) {
                sections[path.section].rows.insert(object, at: path.row)
            }
            (deletedSections, insertedSections, deletions, insertions) = ([], [], [], [])
        }
    }

    private func controller(
        _ context: NSManagedObjectContext, _ format: String? = nil, sections: String? = nil, batch: Int = 0
    ) throws -> (NSFetchedResultsController<NSManagedObject>, Mirror) {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
        request.sortDescriptors = [
            NSSortDescriptor(key: "note", ascending: true), NSSortDescriptor(key: "number", ascending: true),
        ]
        if let format { request.predicate = try NSPredicate.parse(format) }
        request.fetchBatchSize = batch
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
        let mirror = Mirror()
        controller.delegate = mirror
        try controller.performFetch()
        mirror.sections = (controller.sections ?? []).map { section in
            (section.name, section.objects?.compactMap { $0 as? NSManagedObject } ?? [])
        }
        return (controller, mirror)
    }

    @Test("161–166. Insert, update, move and delete are one event each; what does not matter is none")
    func events() throws {
        try GardenStack.run { context, _ in
            let seeds = (0..<4).map { context.make("Seed", ["note": "s", "number": $0 * 10]) }
            try context.save()
            let (controller, mirror) = try controller(context, "note != 'hidden'")
            func after(_ change: () -> Void) -> [String] {
                mirror.log = []
                change()
                context.processPendingChanges()
                return mirror.log
            }
            #expect(after { context.make("Seed", ["note": "s", "number": 15]) } == ["will", "insert", "did"])
            #expect(after { seeds[0].setValue(UUID(), forKey: "id") } == ["will", "update", "did"])
            #expect(after { seeds[0].setValue(25, forKey: "number") } == ["will", "move", "did"])
            #expect(after { seeds[1].setValue("hidden", forKey: "note") } == ["will", "delete", "did"])
            #expect(after { seeds[1].setValue("s", forKey: "note") } == ["will", "insert", "did"])
            #expect(after { context.delete(seeds[2]) } == ["will", "delete", "did"])
            #expect(after { context.make("Plant", ["genus": "A"]) } == [])
            #expect(after { context.make("Seed", ["note": "hidden"]) } == [])
            #expect(controller.fetchedObjects?.map { $0.number("number") } == [10, 15, 25, 30])
        }
    }

    @Test(
        "Random edits, replayed from the events, always give what a fetch gives", arguments: [1, 2, 3], [0, 1, 20])
    func replay(seed: UInt64, batch: Int) throws {
        try GardenStack.run { context, container in
            var random = Random(state: seed)
            var all = (0..<30).map { context.make("Seed", ["note": "s\($0 % 3)", "number": $0 * 2]) }
            try context.save()
            // Some of it unsaved when the controller begins.
            all.append(context.make("Seed", ["note": "s1", "number": 3]))
            all[4].setValue(70, forKey: "number")
            context.delete(all.remove(at: 7))
            let (controller, mirror) = try controller(context, "number < 50", sections: "note", batch: batch)
            for step in 0..<400 {
                for _ in 0...random.next(4) {
                    switch random.next(4) {
                    case 0, 1:
                        all.append(context.make("Seed", ["note": "s\(random.next(5))", "number": random.next(100)]))
                    case 2 where !all.isEmpty:
                        let object = all[random.next(all.count)]
                        object.setValue(random.next(100), forKey: "number")
                        if random.next(2) == 0 { object.setValue("s\(random.next(5))", forKey: "note") }
                    case 3 where !all.isEmpty: context.delete(all.remove(at: random.next(all.count)))
                    default: break
                    }
                }
                context.processPendingChanges()
                if step % 7 == 0 { try context.save() }
                if step % 31 == 0 { context.rollback(); all = all.filter { $0.managedObjectContext != nil } }
                let expected = try context.fetch(controller.fetchRequest)
                #expect(controller.fetchedObjects?.count == expected.count)
                let shown = mirror.sections.flatMap(\.rows)
                #expect(shown == controller.fetchedObjects)
                #expect(mirror.sections.map(\.name) == controller.sections?.map(\.name))
                #expect(mirror.sections.map(\.rows.count) == controller.sections?.map(\.numberOfObjects))
                #expect(
                    shown.map { [$0.text("note") ?? "", "\($0.number("number") ?? 0)"] }
                        == expected.map { [$0.text("note") ?? "", "\($0.number("number") ?? 0)"] })
                if shown.count != expected.count { return }
            }
        }
    }

    @Test("What another context does to many rows and to few is replayed too", arguments: [0, 20])
    func merges(batch: Int) throws {
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        let writer = container.newBackgroundContext()
        var random = Random(state: 5)
        try writer.performAndWait {
            for number in 0..<2000 { writer.make("Seed", ["note": "s\(number % 7)", "number": number % 500]) }
            try writer.save()
        }
        let token = context.mergeSaves(of: writer)
        defer { NotificationCenter.default.removeObserver(token) }
        try context.performAndWait {
            let (controller, mirror) = try controller(context, "number < 400", sections: "note", batch: batch)
            mirror.mayMoveInPlace = true
            for count in [1, 3, 1, 40, 900, 2, 300] {
                try writer.performAndWait {
                    let all = try writer.all("Seed")
                    for _ in 0..<count {
                        switch random.next(3) {
                        case 0: writer.make("Seed", ["note": "s\(random.next(9))", "number": random.next(500)])
                        case 1: all[random.next(all.count)].setValue(random.next(500), forKey: "number")
                        default:
                            let object = all[random.next(all.count)]
                            if !object.isDeleted { writer.delete(object) }
                        }
                    }
                    try writer.save()
                }
                let expected = try context.fetch(controller.fetchRequest).map {
                    [$0.text("note") ?? "", "\($0.number("number") ?? 0)"]
                }
                let shown = mirror.sections.flatMap(\.rows)
                let values = shown.map { [$0.text("note") ?? "", "\($0.number("number") ?? 0)"] }
                // A difference of long lists says less than where it begins.
                let difference = zip(values, expected).enumerated().first { $0.element.0 != $0.element.1 }
                #expect(
                    difference == nil && values.count == expected.count,
                    "\(count) changes: \(values.count), \(expected.count), \(difference.map { "\($0)" } ?? "")")
                #expect(controller.fetchedObjects?.map(\.objectID) == shown.map(\.objectID))
                #expect(mirror.sections.map(\.name) == controller.sections?.map(\.name))
            }
            for (section, rows) in mirror.sections.enumerated() {
                for (row, object) in rows.rows.enumerated() {
                    #expect(controller.indexPath(forObject: object) == IndexPath(row: row, section: section))
                    #expect(controller.object(at: IndexPath(row: row, section: section)).objectID == object.objectID)
                }
            }
        }
    }

    @Test("With a batch size a controller holds no objects but those that are asked for")
    func batches() throws {
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for number in 0..<1000 { context.make("Seed", ["note": "s", "number": number]) }
            try context.save()
        }
        context.performAndWait { context.reset() }
        try context.performAndWait {
            let (controller, _) = try Self.silent(context, batch: 20)
            #expect(controller.sections?.first?.numberOfObjects == 1000)
            #expect(context.registeredObjects.isEmpty)
            #expect(controller.object(at: IndexPath(row: 503, section: 0)).number("number") == 503)
            #expect(context.registeredObjects.count == 20)
            // The others of the batch have their values: a store that is gone does not matter to them.
            #expect(context.registeredObjects.allSatisfy { (500..<520).contains($0.number("number") ?? 0) })
        }
    }

    private static func silent(
        _ context: NSManagedObjectContext, batch: Int
    ) throws -> (NSFetchedResultsController<NSManagedObject>, Void) {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        request.fetchBatchSize = batch
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        try controller.performFetch()
        return (controller, ())
    }

    @Test("A row that another context changed into the result appears, though it was never read here")
    func appearsByMerge() throws {
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        let writer = container.newBackgroundContext()
        try writer.performAndWait {
            writer.make("Seed", ["note": "a", "number": 99])
            try writer.save()
        }
        try context.performAndWait {
            let (controller, mirror) = try controller(context, "number < 50")
            #expect(controller.fetchedObjects?.isEmpty == true)
            let token = context.mergeSaves(of: writer)
            defer { NotificationCenter.default.removeObserver(token) }
            try writer.performAndWait {
                try writer.all("Seed")[0].setValue(1, forKey: "number")
                try writer.save()
            }
            #expect(mirror.log == ["will", "insert", "did"])
            #expect(controller.fetchedObjects?.map { $0.number("number") } == [1])
        }
    }

    @Test("165. An object that stops matching is a deletion; one that begins to match an insertion, with their places")
    func matching() throws {
        try GardenStack.run { context, _ in
            let seeds = (0..<3).map { context.make("Seed", ["note": "s", "number": $0]) }
            try context.save()
            let (controller, mirror) = try controller(context, "number < 5")
            seeds[1].setValue(9, forKey: "number")
            context.processPendingChanges()
            #expect(
                mirror.log == ["will", "delete", "did"] && mirror.sections.flatMap(\.rows) == [seeds[0], seeds[2]])
            seeds[1].setValue(4, forKey: "number")
            context.processPendingChanges()
            #expect(mirror.sections.flatMap(\.rows) == [seeds[0], seeds[2], seeds[1]])
            #expect(controller.fetchedObjects == [seeds[0], seeds[2], seeds[1]])
        }
    }

    @Test("159, 160, 170. Sections follow the key path's values; index paths lead there and back")
    func sections() throws {
        try GardenStack.run { context, _ in
            for (index, note) in ["b", "a", "c", "a"].enumerated() {
                context.make("Seed", ["note": note, "number": index])
            }
            try context.save()
            let (controller, mirror) = try controller(context, sections: "note")
            #expect(controller.sections?.map(\.name) == ["a", "b", "c"])
            #expect(controller.sections?.map(\.numberOfObjects) == [2, 1, 1])
            #expect(controller.sectionIndexTitles == ["A", "B", "C"])
            for seed in controller.fetchedObjects ?? [] {
                let path = try #require(controller.indexPath(forObject: seed))
                #expect(controller.object(at: path) === seed)
            }
            #expect(controller.object(at: IndexPath(row: 1, section: 0)).number("number") == 3)
            #expect(mirror.log == [])
        }
    }

    @Test("162, 164. A change of section is a move, with the sections that come and go")
    func sectionChange() throws {
        try GardenStack.run { context, _ in
            let seeds = ["a", "b", "b"].enumerated().map { context.make("Seed", ["note": $1, "number": $0]) }
            try context.save()
            let (controller, mirror) = try controller(context, sections: "note")
            // The order of the rows stays as it is; only the section changes.
            seeds[1].setValue("a", forKey: "note")
            context.processPendingChanges()
            #expect(mirror.log == ["will", "move", "did"])
            mirror.log = []
            seeds[2].setValue("c", forKey: "note")
            context.processPendingChanges()
            #expect(mirror.log == ["will", "section delete", "section insert", "move", "did"])
            #expect(mirror.sections.map(\.name) == ["a", "c"] && mirror.sections.map(\.rows.count) == [2, 1])
            #expect(controller.sections?.map(\.name) == ["a", "c"])
        }
    }

    @Test("168. One batch of a deletion, two updates, a move and two insertions reports exactly those")
    func oneBatch() throws {
        try GardenStack.run { context, _ in
            let seeds = (0..<6).map { context.make("Seed", ["note": "s", "number": $0 * 10]) }
            try context.save()
            let (controller, mirror) = try controller(context)
            context.delete(seeds[0])
            seeds[1].setValue(UUID(), forKey: "id")
            seeds[2].setValue(21, forKey: "number")
            seeds[3].setValue(99, forKey: "number")
            context.make("Seed", ["note": "s", "number": 5])
            context.make("Seed", ["note": "s", "number": 45])
            context.processPendingChanges()
            #expect(mirror.log.first == "will" && mirror.log.last == "did")
            #expect(
                mirror.log.dropFirst().dropLast().sorted() == [
                    "delete", "insert", "insert", "move", "update", "update",
                ])
            #expect(mirror.sections.flatMap(\.rows) == controller.fetchedObjects)
        }
    }

    @Test("167, 169. An equal value is an update and no move; a save and refreshAllObjects change nothing")
    func nothingMoved() throws {
        try GardenStack.run { context, _ in
            let seeds = (0..<3).map { context.make("Seed", ["note": "s", "number": $0]) }
            try context.save()
            let (controller, mirror) = try controller(context)
            seeds[1].setValue(1, forKey: "number")
            context.processPendingChanges()
            #expect(mirror.log == ["will", "update", "did"])
            try context.save()
            let new = context.make("Seed", ["note": "s", "number": 7])
            context.processPendingChanges()
            mirror.log = []
            new.setValue(UUID(), forKey: "id")
            context.processPendingChanges()
            #expect(!mirror.log.contains("update"))
            try context.save()
            mirror.log = []
            context.refreshAllObjects()
            #expect(Set(mirror.log).isSubset(of: ["will", "update", "move", "did"]))
            #expect(controller.fetchedObjects?.count == 4)
        }
    }

    @Test("Sections that do not stand together are an error of the fetch")
    func interleaved() throws {
        try GardenStack.run { context, _ in
            for (index, note) in ["a", "b", "a"].enumerated() { context.make("Seed", ["note": note, "number": index]) }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "note", cacheName: nil)
            #expect(code { try controller.performFetch() } == NSCoreDataError)
        }
    }

    @Test("Rows of related objects make sections too; a limit keeps to its window")
    func related() throws {
        try GardenStack.run { context, _ in
            for genus in ["B", "A"] {
                let plant = context.make("Plant", ["genus": genus])
                for number in 0..<2 { context.make("Seed", ["number": number, "plant": plant]) }
            }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = ["plant.genus", "number"].map { NSSortDescriptor(key: $0, ascending: true) }
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "plant.genus",
                cacheName: nil)
            try controller.performFetch()
            #expect(controller.sections?.map(\.name) == ["A", "B"])
            request.fetchLimit = 3
            try controller.performFetch()
            let seed = controller.object(at: IndexPath(row: 0, section: 0))
            context.delete(seed)
            context.processPendingChanges()
            #expect(controller.sections?.map(\.numberOfObjects) == [1, 2])
            context.rollback()
            #expect(controller.sections?.map(\.numberOfObjects) == [2, 1])
            context.reset()
            #expect(controller.sections?.map(\.numberOfObjects) == [2, 1])
            #expect(controller.object(at: IndexPath(row: 0, section: 0)).managedObjectContext === context)
        }
    }

    @Test("A fetch that fails leaves the controller with the result, and the request, that it had")
    func failedFetch() throws {
        try GardenStack.run { context, _ in
            for number in 0..<4 { context.make("Seed", ["number": number, "note": "a"]) }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            request.predicate = NSPredicate(format: "number > 2")
            request.sortDescriptors = [NSSortDescriptor(key: "nothing", ascending: true)]
            #expect(throws: NSError.self) { try controller.performFetch() }
            context.make("Seed", ["number": 1, "note": "new"])
            context.processPendingChanges()
            #expect(controller.fetchedObjects?.map { $0.number("number") } == [0, 1, 1, 2, 3])
        }
    }
}
