import CoreData
import Foundation
import Testing

@Suite("Reports: duplicates") struct DuplicateReportTests {
    private func names(_ container: NSPersistentContainer) throws -> [String] {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            try context.all("Plant").map { "\($0.text("genus") ?? "") \($0.text("nickname") ?? "")" }.sorted()
        }
    }

    @Test(
        "“The constraint does nothing”: it counts at the save, not before; in a file, in memory and at /dev/null",
        arguments: ["file", "memory", "/dev/null"])
    func constraint(place: String) throws {
        let url = place == "/dev/null" ? URL(fileURLWithPath: place) : nil
        let type = place == "memory" ? NSInMemoryStoreType : NSSQLiteStoreType
        let context = try GardenStack.container(url, type: type).newBackgroundContext()
        try context.performAndWait {
            for _ in 0..<2 { context.make("Plant", ["genus": "A"]) }
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Plant")) == 2)
            #expect(code { try context.save() } == NSManagedObjectConstraintMergeError)
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Plant")) == 1)
        }
    }

    @Test("One duplicate does not spoil a context for good: what the error names is deleted, and the rest is saved")
    func culprit() throws {
        try GardenStack.run { context, container in
            context.make("Plant", ["genus": "A"])
            try context.save()
            for number in 0..<50 { context.make("Plant", ["genus": "P\(number)"]) }
            context.make("Plant", ["genus": "A"])
            for _ in 0..<2 {
                do {
                    try context.save()
                    Issue.record("saved a duplicate")
                } catch let error as NSError {
                    #expect(error.code == NSManagedObjectConstraintMergeError && context.insertedObjects.count == 51)
                }
            }
            do {
                try context.save()
            } catch let error as NSError {
                let conflicts = error.userInfo["conflictList"] as? [NSConstraintConflict] ?? []
                for conflict in conflicts { conflict.conflictingObjects.forEach(context.delete) }
            }
            try context.save()
            #expect(try names(container).count == 51)
        }
    }

    /// Makes a plant for each name unless there is one, and saves.
    private func bring(_ genera: [String], into context: NSManagedObjectContext) throws {
        for genus in genera {
            let known = try context.all("Plant", "genus == %@", genus).first
            (known ?? context.make("Plant", ["genus": genus])).setValue("imported", forKey: "nickname")
        }
        try context.save()
    }

    @Test("A payload that holds a thing twice makes it once: the look-up sees what is not saved yet")
    func twiceInOne() throws {
        try GardenStack.run { context, container in
            try bring(["1", "2", "1"], into: context)
            #expect(try names(container) == ["1 imported", "2 imported"])
        }
    }

    @Test("The same payload brought in by several contexts at once makes each thing once")
    func twiceAtOnce() async throws {
        let container = try GardenStack.container()
        let genera = (0..<40).map { "P\($0)" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for turn in 0..<4 {
                let context = container.newBackgroundContext()
                context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
                group.addTask {
                    try await context.perform {
                        try bring(Array(genera[(turn * 10)...] + genera[..<(turn * 10)]), into: context)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try names(container) == genera.map { "\($0) imported" }.sorted())
    }

    @Test("Two contexts change one row: different properties, and the same one; the error says what each side has")
    func sameRow() throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "A", "nickname": "first"])
            try context.save()
            for (key, value) in [("rating", 5 as Any), ("nickname", "theirs")] {
                let other = container.newBackgroundContext()
                try other.performAndWait {
                    try other.all("Plant")[0].setValue(value, forKey: key)
                    try other.save()
                }
                plant.setValue("ours", forKey: "nickname")
                do {
                    try context.save()
                    Issue.record("saved over another's change")
                } catch let error as NSError {
                    let conflict = (error.userInfo["conflictList"] as? [NSMergeConflict])?.first
                    #expect(error.code == NSManagedObjectMergeError && conflict?.sourceObject === plant)
                    #expect((conflict?.newVersionNumber ?? 0) - (conflict?.oldVersionNumber ?? 0) == 1)
                    #expect(conflict?.objectSnapshot?["nickname"] as? String == "first")
                }
                // Read again with the edit kept, nothing stands in the way.
                context.refresh(plant, mergeChanges: true)
                if key == "nickname" { try context.save() }
            }
            #expect(try names(container) == ["A ours"] && plant.number("rating") == 5)
        }
    }
}
