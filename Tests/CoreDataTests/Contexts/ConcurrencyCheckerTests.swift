import CoreData
import Foundation
import Testing

@Suite("The concurrency checker") struct ConcurrencyCheckerTests {
    @Test("Inside blocks, nested ones too, and for what may be used anywhere it says nothing")
    func allowed() async {
        await #expect(processExitsWith: .success) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            let container = try GardenStack.container()
            let (context, other) = (container.newBackgroundContext(), container.newBackgroundContext())
            let child = context.child()
            let plant = try context.performAndWait {
                let plant = context.make("Plant", ["genus": "Aloe"])
                try context.save()
                return MergingTests.Held(plant)
            }
            try other.performAndWait {
                _ = try other.all("Plant")
                context.performAndWait { _ = plant.object.text("genus") }
            }
            try child.performAndWait {
                try child.all("Plant")[0].setValue("Bitter", forKey: "nickname")
                try child.save()
            }
            await context.perform { plant.object.setValue(1, forKey: "rating") }
            _ = plant.object.objectID
            _ = plant.object.managedObjectContext
            _ = context.name
            #expect(plant.object.objectID.entity.name == "Plant")
        }
    }

    @Test("A value read off the queue ends the program, with context, entity and property in the sentence")
    func readingIsFound() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            let context = try GardenStack.container().newBackgroundContext()
            context.name = "reader"
            let plant = context.performAndWait { MergingTests.Held(context.make("Plant", ["genus": "Aloe"])) }
            _ = plant.object.value(forKey: "genus")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Plant.genus was used off the queue of the context “reader”"))
    }

    @Test("So do a change, a relationship, and hasChanges, userInfo and fetches of a context")
    func othersAreFound() async {
        func words(_ result: ExitTest.Result?) -> String {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }
        let change = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            let context = try GardenStack.container().newBackgroundContext()
            let plant = context.performAndWait { MergingTests.Held(context.make("Plant", ["genus": "Aloe"])) }
            plant.object.setValue("Bitter", forKey: "nickname")
        }
        #expect(words(change).contains("Plant.nickname was used off the queue"))
        let insertion = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            _ = try GardenStack.container().newBackgroundContext().make("Plant")
        }
        #expect(words(insertion).contains("init(entity:insertInto:) was used off the queue"))
        let relationship = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            let context = try GardenStack.container().newBackgroundContext()
            let seed = context.performAndWait { MergingTests.Held(context.make("Seed")) }
            _ = seed.object.value(forKey: "plant")
        }
        #expect(words(relationship).contains("Seed.plant was used off the queue"))
        let changes = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            _ = try GardenStack.container().newBackgroundContext().hasChanges
        }
        #expect(words(changes).contains("hasChanges was used off the queue"))
        let info = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            _ = try GardenStack.container().newBackgroundContext().userInfo
        }
        #expect(words(info).contains("userInfo was used off the queue"))
        let fetch = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            _ = try GardenStack.container().newBackgroundContext().all("Plant")
        }
        #expect(words(fetch).contains("fetch(_:) was used off the queue"))
    }
}
