import CoreData
import Foundation
import Testing

@Suite("Undo through levels of contexts") struct UndoThroughLevelsTests {
    private func stack() throws -> (parent: NSManagedObjectContext, child: NSManagedObjectContext) {
        let parent = try GardenStack.container().newBackgroundContext()
        try parent.performAndWait {
            for genus in ["A", "B"] {
                let plant = parent.make("Plant", ["genus": genus])
                for number in 1...2 {
                    parent.make("Seed", ["number": number, "note": "\(genus)\(number)"]).setValue(
                        plant, forKey: "plant")
                }
                plant.mutableSetValue(forKey: "tags").add(parent.make("Tag", ["name": genus]))
            }
            parent.make("Bed", ["name": "south"]).setValue(
                NSOrderedSet(
                    array: try parent.all("Plant").sorted { ($0.text("genus") ?? "") < ($1.text("genus") ?? "") }),
                forKey: "plants")
            try parent.save()
        }
        return (parent, parent.child())
    }

    private func graph(_ context: NSManagedObjectContext) throws -> [String] {
        try context.performAndWait { try GardenEdits.graph(of: context) }
    }

    enum Edit: CaseIterable {
        case insertion, values, deletion, relationships, order

        func make(in context: NSManagedObjectContext) throws {
            let plants = try context.all("Plant").sorted { ($0.text("genus") ?? "") < ($1.text("genus") ?? "") }
            switch self {
            case .insertion:
                let plant = context.make("Plant", ["genus": "New"])
                context.make("Seed", ["note": "new"]).setValue(plant, forKey: "plant")
                plant.setValue(try context.all("Bed")[0], forKey: "bed")
            case .values: plants[0].setValue("Changed", forKey: "genus")
            case .deletion: context.delete(plants[0])
            case .relationships:
                for seed in try context.all("Seed") { seed.setValue(plants[1], forKey: "plant") }
                plants[0].mutableSetValue(forKey: "tags").removeAllObjects()
                plants[1].mutableSetValue(forKey: "tags").addObjects(from: try context.all("Tag"))
            case .order:
                try context.all("Bed")[0].setValue(NSOrderedSet(array: plants.reversed()), forKey: "plants")
            }
        }
    }

    @Test("What a child saved can be taken back in its parent, and made again", arguments: Edit.allCases)
    func inParent(edit: Edit) throws {
        let (parent, child) = try stack()
        parent.performAndWait { parent.undoManager = UndoManager() }
        let before = try graph(parent)
        try child.performAndWait {
            try edit.make(in: child)
            try child.save()
        }
        let after = try graph(parent)
        #expect(before != after)
        for _ in 0..<2 {
            parent.performAndWait { parent.undo() }
            #expect(try graph(parent) == before)
            child.performAndWait { child.refreshAllObjects() }
            #expect(try graph(child) == before)
            parent.performAndWait { parent.redo() }
            #expect(try graph(parent) == after)
        }
        try parent.performAndWait { try parent.save() }
        parent.performAndWait { parent.reset() }
        #expect(try graph(parent) == after)
    }

    @Test("What a child saved can be taken back in the child, as changes to be saved", arguments: Edit.allCases)
    func inChild(edit: Edit) throws {
        let (parent, child) = try stack()
        child.performAndWait { child.undoManager = UndoManager() }
        let before = try graph(parent)
        try child.performAndWait {
            try edit.make(in: child)
            child.processPendingChanges()
            try child.save()
        }
        let after = try graph(parent)
        child.performAndWait { child.undo() }
        #expect(try graph(child) == before && graph(parent) == after)
        try child.performAndWait { try child.save() }
        #expect(try graph(parent) == before)
        child.performAndWait { child.redo() }
        try child.performAndWait { try child.save() }
        #expect(try graph(parent) == after)
        try parent.performAndWait { try parent.save() }
        parent.performAndWait { parent.reset() }
        #expect(try graph(parent) == after)
    }

    @Test("Undo in a child after its parent has saved to the store", arguments: Edit.allCases)
    func inChildAfterStore(edit: Edit) throws {
        let (parent, child) = try stack()
        child.performAndWait { child.undoManager = UndoManager() }
        let before = try graph(parent)
        try child.performAndWait {
            try edit.make(in: child)
            try child.save()
        }
        try parent.performAndWait { try parent.save() }
        try child.performAndWait {
            child.undo()
            try child.save()
        }
        try parent.performAndWait { try parent.save() }
        parent.performAndWait { parent.reset() }
        #expect(try graph(parent) == before)
    }
}
