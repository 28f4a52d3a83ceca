import CoreData
import Foundation
import Testing

@Suite("Controllers, at random") struct RandomControllerTests {
    struct Setting: CustomStringConvertible, Sendable {
        var seed: UInt64, batch: Int, limit: Int, offset: Int, rows: Int, automatic: Bool, sections: Bool
        var description: String {
            "seed \(seed) batch \(batch) limit \(limit) offset \(offset) rows \(rows) auto \(automatic) sections \(sections)"
        }
    }
    static let settings: [Setting] = (0..<24).map(setting)
    static func setting(_ n: Int) -> Setting {
        let batch: Int = [0, 7, 20][n % 3]
        let limit: Int = n % 4 == 3 ? 12 : 0
        let offset: Int = n % 8 == 7 ? 5 : 0
        let rows: Int = [60, 60, 1500][(n / 3) % 3]
        return Setting(
            seed: UInt64(n * 7 + 1), batch: batch, limit: limit, offset: offset, rows: rows, automatic: n % 2 == 0,
            sections: (n / 2) % 3 != 0)
    }

    @Test("A controller, what its delegate was told and a fetch agree, whatever contexts do", arguments: settings)
    func random(_ s: Setting) throws {
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        context.automaticallyMergesChangesFromParent = s.automatic
        let writer = container.newBackgroundContext()
        writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        var random = Random(state: s.seed)
        var serial = 0
        func make(_ c: NSManagedObjectContext) -> NSManagedObject {
            serial += 1
            return c.make(
                random.next(3) == 0 ? "Tree" : "Plant",
                ["genus": "g\(serial)", "nickname": "s\(random.next(9))", "rating": random.next(500)])
        }
        func edit(_ object: NSManagedObject) {
            switch random.next(3) {
            case 0: object.setValue("s\(random.next(9))", forKey: "nickname")
            case 1: object.setValue(random.next(500), forKey: "rating")
            default:
                object.setValue("s\(random.next(9))", forKey: "nickname")
                object.setValue(random.next(500), forKey: "rating")
            }
        }
        try writer.performAndWait {
            for _ in 0..<s.rows { _ = make(writer) }
            try writer.save()
        }
        let token =
            s.automatic
            ? nil
            : NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: writer, queue: nil
            ) { note in context.performAndWait { context.mergeChanges(fromContextDidSave: note) } }
        defer { if let token { NotificationCenter.default.removeObserver(token) } }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
        request.sortDescriptors = ["nickname", "rating"].map { NSSortDescriptor(key: $0, ascending: true) }
        request.predicate = NSPredicate(format: "rating < %d", 400)
        request.fetchBatchSize = s.batch
        (request.fetchLimit, request.fetchOffset) = (s.limit, s.offset)
        let plain = NSFetchRequest<NSManagedObject>(entityName: "Plant")
        plain.sortDescriptors = request.sortDescriptors
        plain.predicate = request.predicate
        (plain.fetchLimit, plain.fetchOffset) = (s.limit, s.offset)
        let mirror = ControllerTests.Mirror()
        mirror.mayMoveInPlace = true
        let controller = try context.performAndWait {
            for _ in 0..<3 { _ = make(context) }
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: s.sections ? "nickname" : nil,
                cacheName: nil)
            controller.delegate = mirror
            try controller.performFetch()
            mirror.sections = (controller.sections ?? []).map { section in
                (section.name, section.objects?.compactMap { $0 as? NSManagedObject } ?? [])
            }
            return controller
        }
        var trace: [String] = []
        for step in 0..<120 {
            let kind = random.next(100)
            if kind < 30 {
                trace.append("write")
                try writer.performAndWait {
                    let all = try writer.all("Plant")
                    for _ in 0..<(random.next(12) == 0 ? 300 : 1 + random.next(4)) {
                        switch random.next(4) {
                        case 0: _ = make(writer)
                        case 1:
                            let object = all[random.next(all.count)]
                            if !object.isDeleted, all.count > 40 { writer.delete(object) }
                        default:
                            let object = all[random.next(all.count)]
                            if !object.isDeleted { edit(object) }
                        }
                    }
                    try writer.save()
                }
            }
            try context.performAndWait {
                if kind >= 30 {
                    switch kind {
                    case 30..<70:
                        trace.append("edit")
                        let all = try context.all("Plant")
                        for _ in 0..<(random.next(15) == 0 ? 300 : 1 + random.next(5)) {
                            switch random.next(4) {
                            case 0, 1: _ = make(context)
                            case 2:
                                if random.next(2) == 0 { context.delete(all[random.next(all.count)]) }
                            default:
                                let object = all[random.next(all.count)]
                                if !object.isDeleted { edit(object) }
                            }
                        }
                        if random.next(2) == 0 { context.processPendingChanges() }
                        if random.next(3) == 0 {
                            trace.append("obtain")
                            try context.obtainPermanentIDs(for: Array(context.insertedObjects.prefix(3)))
                        }
                    case 70..<85: trace.append("save")
                    case 85..<88:
                        trace.append("rollback")
                        context.rollback()
                    case 88..<91: trace.append("reset"); context.reset()
                    case 91..<94: trace.append("refreshAll"); context.refreshAllObjects()
                    case 94..<96:
                        trace.append("performFetch")
                        context.processPendingChanges()
                        try controller.performFetch()
                        mirror.sections = (controller.sections ?? []).map { section in
                            (section.name, section.objects?.compactMap { $0 as? NSManagedObject } ?? [])
                        }
                    default:
                        trace.append("swap")
                        for object in try context.all("Plant") {
                            let name = object.text("nickname")
                            if name == "s1" { object.setValue("s2", forKey: "nickname") }
                            if name == "s2" { object.setValue("s1", forKey: "nickname") }
                        }
                    }
                    if kind >= 70, kind < 85 { try context.save() }
                }
                context.processPendingChanges()
                let expected = try context.fetch(plain)
                let shown = mirror.sections.flatMap(\.rows)
                let got = controller.fetchedObjects ?? []
                let last = trace.suffix(6).joined(separator: " ")
                func key(_ o: NSManagedObject) -> String { "\(o.text("nickname") ?? "")/\(o.number("rating") ?? -1)" }
                #expect(got.map(key) == expected.map(key), "\(step): \(last)")
                if s.limit == 0 {
                    #expect(Set(got.map(\.objectID)) == Set(expected.map(\.objectID)), "\(step): \(last)")
                }
                // Objects of before a reset are nobody's.
                let wasReset = trace.last == "reset"
                if !wasReset { #expect(got.map(\.objectID) == shown.map(\.objectID), "\(step): \(last)") }
                #expect(mirror.sections.map(\.name) == controller.sections?.map(\.name), "\(step): \(last)")
                #expect(
                    mirror.sections.map(\.rows.count) == controller.sections?.map(\.numberOfObjects), "\(step): \(last)"
                )
                for (index, section) in (controller.sections ?? []).enumerated().shuffled().prefix(3) {
                    let objects = section.objects?.compactMap { $0 as? NSManagedObject } ?? []
                    for (row, object) in objects.enumerated().shuffled().prefix(4) {
                        let path = IndexPath(row: row, section: index)
                        #expect(controller.indexPath(forObject: object) == path, "\(step): \(last)")
                        #expect(controller.object(at: path) === object)
                        #expect(object.managedObjectContext === context && !object.isDeleted)
                        if s.sections { #expect(object.text("nickname") == section.name) }
                    }
                }
                if wasReset {
                    trace.append("-")
                    mirror.sections = (controller.sections ?? []).map { section in
                        (section.name, section.objects?.compactMap { $0 as? NSManagedObject } ?? [])
                    }
                }
                if got.map(key) != expected.map(key) || !wasReset && got.map(\.objectID) != shown.map(\.objectID) {
                    throw CancellationError()
                }
            }
        }
    }
}
