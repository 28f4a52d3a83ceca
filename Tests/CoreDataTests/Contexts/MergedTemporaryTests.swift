import CoreData
import Foundation
import Testing

/// A notification of any context may be handed to any other, also of one with a parent.
@Suite("Saves of child contexts are merged elsewhere") struct MergedTemporaryTests {
    private func saves(of context: NSManagedObjectContext, _ body: () throws -> Void) throws -> [Notification] {
        let notices = Notices()
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { notices.list.append($0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try body()
        return notices.list
    }

    private final class Notices: @unchecked Sendable {
        // Filled by the thread that saves, which is the one that reads.
        var list: [Notification] = []
    }

    @Test("Into a context of its own tree or of another one: unsaved objects stay as they are")
    func foreign() throws {
        let container = try GardenStack.container()
        let (parent, other) = (container.newBackgroundContext(), container.newBackgroundContext())
        let child = parent.child()
        let mine = other.performAndWait { Held(other.make("Plant", ["genus": "Mine"])) }
        let parents = parent.performAndWait { Held(parent.make("Plant", ["genus": "Parent's"])) }
        let notes = try saves(of: child) {
            try child.performAndWait {
                child.make("Plant", ["genus": "Child's"])
                try child.all("Plant", "genus == %@", "Parent's")[0].setValue("edited", forKey: "nickname")
                try child.save()
            }
        }
        #expect(notes.count == 1)
        try other.performAndWait {
            for note in notes { other.mergeChanges(fromContextDidSave: note) }
            #expect(mine.object.text("genus") == "Mine" && mine.object.isInserted)
            #expect(try other.total("Plant") == 1)
            try other.save()
            #expect(try other.all("Plant").map { $0.text("genus") } == ["Mine"])
        }
        try parent.performAndWait {
            for note in notes { parent.mergeChanges(fromContextDidSave: note) }
            #expect(parents.object.text("genus") == "Parent's" && parents.object.isInserted)
            #expect(Set(try parent.all("Plant").map { $0.text("genus") }) == ["Parent's", "Child's", "Mine"])
            try parent.save()
        }
        #expect(try other.performAndWait { try other.total("Plant") } == 3)
    }

    @Test("A root's save can be merged into a child, with all that the parent has by then") func root() throws {
        let container = try GardenStack.container()
        let (parent, other) = (container.newBackgroundContext(), container.newBackgroundContext())
        let child = parent.child()
        try parent.performAndWait {
            parent.make("Plant", ["genus": "A"])
            parent.make("Plant", ["genus": "B"])
            try parent.save()
        }
        let plants = try child.performAndWait {
            HeldValue(
                try child.all("Plant").sorted { ($0.text("genus") ?? "") < ($1.text("genus") ?? "") })
        }
        let notes = try saves(of: other) {
            try other.performAndWait {
                try other.all("Plant", "genus == %@", "A")[0].setValue("other's", forKey: "nickname")
                other.delete(try other.all("Plant", "genus == %@", "B")[0])
                other.make("Plant", ["genus": "C"])
                try other.save()
            }
        }
        try child.performAndWait { () throws in
            plants.value[0].setValue(4, forKey: "rating")
            for note in notes { child.mergeChanges(fromContextDidSave: note) }
            #expect(plants.value[0].text("nickname") == "other's" && plants.value[0].number("rating") == 4)
            #expect(plants.value[1].isDeleted)
            #expect(Set(try child.all("Plant").map { $0.text("genus") }) == ["A", "C"])
        }
    }

    @Test("IDs of a child's save, temporary ones too, lead to the objects after all saves") func ids() throws {
        let container = try GardenStack.container()
        let (parent, sibling) = (container.newBackgroundContext(), container.newBackgroundContext())
        let child = parent.child()
        let box = Notices()
        let observer = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: child, queue: nil
        ) { box.list.append($0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try child.performAndWait {
            child.make("Plant", ["genus": "Child's"])
            try child.save()
        }
        try parent.performAndWait { try parent.save() }
        let note = try #require(box.list.first)
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: note.userInfo ?? [:], into: [sibling])
        try sibling.performAndWait { () throws in
            #expect(sibling.registeredObjects.allSatisfy { !$0.objectID.isTemporaryID })
            #expect(try sibling.all("Plant").map { $0.text("genus") } == ["Child's"])
        }
    }
}
