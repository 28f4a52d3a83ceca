import CoreData
import Foundation
import Testing

@Suite("Statements 138–142: parent and child contexts") struct ParentContextTests {
    @Test("138. A child's save goes to the parent, which is dirty then; the file changes when the parent saves")
    func levels() throws {
        let (container, contexts) = try GardenStack.levels(2)
        let (top, middle, low) = (contexts[0], contexts[1], contexts[2])
        let other = container.newBackgroundContext()
        func stored() throws -> Int { try other.performAndWait { try other.total("Plant") } }
        try low.performAndWait {
            low.make("Plant", ["genus": "Aloe"])
            try low.save()
            #expect(!low.hasChanges)
        }
        #expect(middle.performAndWait { middle.hasChanges } && !top.performAndWait { top.hasChanges })
        #expect(try stored() == 0)
        try middle.performAndWait { try middle.save() }
        #expect(!middle.performAndWait { middle.hasChanges } && top.performAndWait { top.hasChanges })
        #expect(try stored() == 0)
        try top.performAndWait { try top.save() }
        #expect(!top.performAndWait { top.hasChanges })
        #expect(try stored() == 1)
    }

    @Test("139. The parent tells of each save of a child, and its own save of the sum")
    func notifications() throws {
        let (_, contexts) = try GardenStack.levels()
        let (parent, child) = (contexts[0], contexts[1])
        let notices = Notices(parent)
        try child.performAndWait {
            let plant = child.make("Plant", ["genus": "Aloe"])
            try child.save()
            plant.setValue("Bitter", forKey: "nickname")
            child.make("Plant", ["genus": "Conophytum"])
            try child.save()
        }
        #expect(notices.counts() == ["changed 1 inserted", "changed 1 inserted 1 updated"])
        try parent.performAndWait { try parent.save() }
        #expect(notices.counts() == ["will", "did 2 inserted"])
        try child.performAndWait {
            child.delete(try child.all("Plant", "genus == %@", "Aloe")[0])
            try child.save()
        }
        #expect(notices.counts() == ["changed 1 deleted"])
    }

    @Test(
        "140. A child that merges by itself sees what its parent saved, another keeps what it read",
        arguments: [true, false])
    func merging(merges: Bool) throws {
        let (container, contexts) = try GardenStack.levels()
        let (parent, child) = (contexts[0], contexts[1])
        try parent.performAndWait {
            parent.make("Plant", ["genus": "Aloe", "nickname": "first"])
            try parent.save()
        }
        child.automaticallyMergesChangesFromParent = merges
        let plant = try child.performAndWait {
            let plant = try child.all("Plant")[0]
            #expect(plant.text("nickname") == "first")
            return Held(plant)
        }
        try parent.performAndWait {
            try parent.all("Plant")[0].setValue("second", forKey: "nickname")
            try parent.save()
        }
        // The merge was enqueued by the save, so what is enqueued now comes after it.
        child.performAndWait { #expect(plant.object.text("nickname") == (merges ? "second" : "first")) }
        _ = container
    }

    @Test("A child that merges by itself sees what another child saved, and what the parent merged")
    func siblings() throws {
        let (container, contexts) = try GardenStack.levels()
        let (parent, child) = (contexts[0], contexts[1])
        let sibling = parent.child()
        (sibling.automaticallyMergesChangesFromParent, parent.automaticallyMergesChangesFromParent) = (true, true)
        try parent.performAndWait {
            parent.make("Plant", ["genus": "Aloe", "nickname": "first"])
            try parent.save()
        }
        let plant = try sibling.performAndWait { Held(try sibling.all("Plant")[0]) }
        try child.performAndWait {
            try child.all("Plant")[0].setValue("child's", forKey: "nickname")
            try child.save()
        }
        sibling.performAndWait { #expect(plant.object.text("nickname") == "child's") }
        try parent.performAndWait { try parent.save() }
        let other = container.newBackgroundContext()
        try other.performAndWait {
            try other.all("Plant")[0].setValue("other's", forKey: "nickname")
            try other.save()
        }
        parent.performAndWait {}
        sibling.performAndWait { #expect(plant.object.text("nickname") == "other's") }
    }

    @Test("141. Transient values go up with a child's save, also when nothing else was changed")
    func transients() throws {
        let (_, contexts) = try GardenStack.levels(model: RecordStack.model)
        let (parent, child) = (contexts[0], contexts[1])
        let held = try parent.performAndWait {
            let record = parent.make("Record", ["title": "a"])
            for _ in 0..<2 { record.mutableSetValue(forKey: "parts").add(parent.make("Part")) }
            try parent.save()
            return Held(record)
        }
        try child.performAndWait {
            let record = try #require(try child.all("Record").first)
            record.setValue("only in memory", forKey: "scratch")
            #expect(child.hasChanges && !record.hasPersistentChangedValues)
            try child.save()
        }
        parent.performAndWait {
            #expect(held.object.text("scratch") == "only in memory" && parent.hasChanges)
            #expect(!held.object.hasPersistentChangedValues)
        }
    }

    @Test("142. What a child has not saved is seen by no other context")
    func unsaved() throws {
        let (_, contexts) = try GardenStack.levels()
        let (parent, child) = (contexts[0], contexts[1])
        let sibling = parent.child()
        try parent.performAndWait {
            parent.make("Plant", ["genus": "Aloe"])
            try parent.save()
        }
        try child.performAndWait {
            try child.all("Plant")[0].setValue("changed", forKey: "nickname")
            child.make("Plant", ["genus": "Conophytum"])
        }
        for context in [parent, sibling] {
            try context.performAndWait {
                let plants = try context.all("Plant")
                #expect(plants.count == 1 && plants[0].text("nickname") == nil && !context.hasChanges)
            }
        }
        try child.performAndWait { try child.save() }
        #expect(try sibling.performAndWait { try sibling.total("Plant") } == 2)
    }
}
