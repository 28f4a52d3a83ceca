import CoreData
import Foundation
import Testing

@Suite("Saving") struct SavingTests {
    @Test("Did-save names what was saved; a save without changes tells nothing (37, 38, 40)")
    func notifications() throws {
        try GardenStack.run { context, _ in
            let heard = Heard(context)
            let plant = context.make("Plant", ["genus": "A"])
            try context.save()
            #expect(heard.names == ["will", "changed", "did"])
            #expect((heard.lastInserted as? Set<NSManagedObject>) == [plant])
            try context.save()
            #expect(heard.names.count == 3)
        }
    }

    /// The notifications of a context, in order.
    final class Heard: @unchecked Sendable {
        // Filled on the context's queue, by the test that waits for it.
        var names: [String] = []
        var lastInserted: Any?
        private var tokens: [any NSObjectProtocol] = []

        init(_ context: NSManagedObjectContext) {
            for (name, word) in [
                (Notification.Name.NSManagedObjectContextWillSave, "will"),
                (.NSManagedObjectContextObjectsDidChange, "changed"), (.NSManagedObjectContextDidSave, "did"),
            ] {
                tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                        [unowned self] note in
                        names.append(word)
                        if word == "did" { lastInserted = note.userInfo?[NSInsertedObjectsKey] }
                    })
            }
        }

        deinit { tokens.forEach(NotificationCenter.default.removeObserver) }
    }
}
