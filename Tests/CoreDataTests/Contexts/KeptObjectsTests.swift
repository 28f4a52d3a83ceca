import Foundation
import Testing

@testable import CoreData

@Suite("Contexts that live long keep nothing that is over") struct KeptObjectsTests {
    @Test("A context that retains its objects lets go of those that are deleted or were taken back")
    func retaining() throws {
        let context = try GardenStack.container().newBackgroundContext()
        context.retainsRegisteredObjects = true
        weak var saved: NSManagedObject?
        weak var rolledBack: NSManagedObject?
        weak var undone: NSManagedObject?
        weak var kept: NSManagedObject?
        try context.performAndWait {
            saved = context.make("Plant", ["genus": "A"])
            kept = context.make("Plant", ["genus": "B"])
            try context.save()
            try context.all("Plant", "genus == %@", "A").forEach(context.delete)
            try context.save()
            rolledBack = context.make("Plant", ["genus": "C"])
            context.rollback()
            let plant = context.make("Plant", ["genus": "D"])
            undone = plant
            context.delete(plant)
        }
        context.performAndWait {}
        #expect(saved == nil && rolledBack == nil && undone == nil && kept != nil)
    }

    @Test("After many saves at all levels there are no former keys left and no objects") func manySaves() throws {
        let container = try GardenStack.container()
        let top = container.newBackgroundContext()
        let middle = top.child()
        let low = middle.child()
        for round in 0..<50 {
            try low.performAndWait {
                low.make("Seed", ["number": round]).setValue(low.make("Plant", ["genus": "\(round)"]), forKey: "plant")
                try low.save()
            }
            for context in [middle, top] { try context.performAndWait { try context.save() } }
        }
        for context in [top, middle, low] {
            context.performAndWait {}
            #expect(
                context.formerKeys.withLock { $0.current(ObjectKey(store: 0, entity: 0, primaryKey: -1)).isTemporary })
        }
        for context in [low, middle, top] {
            context.performAndWait { #expect(context.registeredObjects.isEmpty) }
            #expect(context.registry.count == 0)
        }
    }

    @Test("A child that is let go leaves its parent nothing to remember") func children() throws {
        let parent = try GardenStack.container().newBackgroundContext()
        for round in 0..<20 {
            let child = parent.child()
            try child.performAndWait {
                child.make("Plant", ["genus": "\(round)"])
                try child.save()
            }
            try parent.performAndWait { try parent.save() }
            child.performAndWait {}
        }
        #expect(
            parent.children.withLock { $0.all.isEmpty }
                && parent.formerKeys.withLock { $0.current(ObjectKey(store: 0, entity: 0, primaryKey: -1)).isTemporary }
        )
    }
}
