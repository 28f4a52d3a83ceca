import CoreData
import Foundation
import Testing

@Suite("Statements 37–46: what contexts tell") struct NotificationTests {
    @Test("37. processPendingChanges tells once of a batch, and nothing where nothing happened")
    func batches() throws {
        try GardenStack.run { context, _ in
            let old = context.make("Plant", ["genus": "A"]), doomed = context.make("Plant", ["genus": "B"])
            try context.save()
            let notices = Notices(context)
            let new = context.make("Plant", ["genus": "C"])
            old.setValue(1, forKey: "rating")
            old.setValue(2, forKey: "rating")
            context.delete(doomed)
            context.processPendingChanges()
            #expect(notices.objects("changed", NSInsertedObjectsKey) == [new])
            #expect(notices.objects("changed", NSUpdatedObjectsKey) == [old])
            #expect(notices.objects("changed", NSDeletedObjectsKey) == [doomed])
            context.processPendingChanges()
            #expect(notices.words() == ["changed"])
        }
    }

    @Test("38, 39, 40. A save tells before, of the changes, and after, with its objects and their IDs")
    func saving() throws {
        try GardenStack.run { context, _ in
            let old = context.make("Plant", ["genus": "A"]), doomed = context.make("Plant", ["genus": "B"])
            try context.save()
            let notices = Notices(context)
            let new = context.make("Plant", ["genus": "C"])
            old.setValue(1, forKey: "rating")
            context.delete(doomed)
            let doomedID = doomed.objectID
            try context.save()
            #expect(notices.objects("did", NSInsertedObjectsKey) == [new])
            #expect(notices.objects("did", NSUpdatedObjectsKey) == [old])
            #expect(notices.objects("did", NSDeletedObjectsKey) == [doomed])
            #expect(notices.ids("did IDs", .insertedObjectIDs) == [new.objectID])
            #expect(notices.ids("did IDs", .updatedObjectIDs) == [old.objectID])
            #expect(notices.ids("did IDs", .deletedObjectIDs) == [doomedID])
            #expect(!new.objectID.isTemporaryID)
            #expect(notices.words() == ["will", "changed", "did", "did IDs"])
        }
    }

    @Test("41. refreshAllObjects tells once, of all objects")
    func refreshing() throws {
        try GardenStack.run { context, _ in
            let plants = (0..<3).map { context.make("Plant", ["genus": "\($0)"]) }
            try context.save()
            plants[0].setValue(1, forKey: "rating")
            context.processPendingChanges()
            let notices = Notices(context)
            context.refreshAllObjects()
            #expect(notices.objects("changed", NSRefreshedObjectsKey) == Set(plants))
            #expect(notices.words() == ["changed"])
        }
    }

    @Test("42, 43. A merge tells of insertions as such, of changes as refreshed objects, and of their IDs")
    func merging() throws {
        try GardenStack.run { context, container in
            let known = context.make("Plant", ["genus": "A"])
            try context.save()
            let notices = Notices(context)
            let other = container.newBackgroundContext()
            try other.performAndWait {
                let token = context.mergeSaves(of: other)
                defer { NotificationCenter.default.removeObserver(token) }
                try other.all("Plant")[0].setValue(5, forKey: "rating")
                other.make("Plant", ["genus": "B"])
                try other.save()
            }
            let new = try #require(context.all("Plant", "genus == 'B'").first)
            #expect(known.number("rating") == 5)
            #expect(notices.objects("changed", NSInsertedObjectsKey) == [new])
            #expect(notices.objects("changed", NSRefreshedObjectsKey) == [known])
            #expect(notices.objects("changed", NSUpdatedObjectsKey).isEmpty)
            #expect(notices.ids("merged IDs", .insertedObjectIDs) == [new.objectID])
            #expect(notices.ids("merged IDs", .refreshedObjectIDs) == [known.objectID])
            #expect(notices.words() == ["changed", "merged IDs"])
            try context.save()
            #expect(notices.words() == [] && !context.hasChanges)
        }
    }

    @Test("44. Changes and deletions of objects that nobody uses are not told by a merge")
    func mergingUnused() throws {
        let container = try GardenStack.container()
        let (context, other) = (container.newBackgroundContext(), container.newBackgroundContext())
        try other.performAndWait {
            for genus in ["A", "B"] { other.make("Plant", ["genus": genus]) }
            try other.save()
        }
        try context.performAndWait {
            let notices = Notices(context)
            let token = context.mergeSaves(of: other)
            defer { NotificationCenter.default.removeObserver(token) }
            try other.performAndWait {
                let plants = try other.all("Plant", "TRUEPREDICATE")
                plants[0].setValue(1, forKey: "rating")
                other.delete(plants[1])
                try other.save()
            }
            for notice in notices.taken() {
                for key in [NSUpdatedObjectsKey, NSRefreshedObjectsKey, NSDeletedObjectsKey] {
                    #expect(notice.info[key] == nil)
                }
            }
            #expect(context.registeredObjects.isEmpty)
        }
    }

    @Test("45. With a history a save tells the token of its transaction, without one none", arguments: [true, false])
    func tokens(history: Bool) throws {
        let container = try GardenStack.container(history: history)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let notices = Notices(context)
            context.make("Plant", ["genus": "A"])
            try context.save()
            let token = notices.taken().first { $0.word == "did" }?.info["newChangeToken"]
            #expect((token is NSPersistentHistoryToken) == history)
        }
    }

    /// What a coordinator told of a change of its file.
    private struct RemoteChange: Equatable, Sendable {
        let hasToken: Bool
        let uuid: String?
        let path: String?
    }

    @Test(
        "46. With the option for it every coordinator on the file tells of a save, with token, UUID and URL",
        .timeLimit(.minutes(1)))
    func remoteChanges() async throws {
        let url = try GardenStack.url()
        let containers = try (0..<2).map { _ in
            try GardenStack.container(
                url, history: true,
                options: [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true as NSNumber])
        }
        var told: [(AsyncStream<RemoteChange>, any NSObjectProtocol)] = []
        for container in containers {
            let (stream, continuation) = AsyncStream.makeStream(of: RemoteChange.self)
            let token = NotificationCenter.default.addObserver(
                forName: .NSPersistentStoreRemoteChange, object: container.persistentStoreCoordinator, queue: nil
            ) { note in
                continuation.yield(
                    RemoteChange(
                        hasToken: note.userInfo?[NSPersistentHistoryTokenKey] is NSPersistentHistoryToken,
                        uuid: note.userInfo?[NSStoreUUIDKey] as? String,
                        path: (note.userInfo?[NSPersistentStoreURLKey] as? URL)?.path))
            }
            told.append((stream, token))
        }
        defer { for (_, token) in told { NotificationCenter.default.removeObserver(token) } }
        let context = containers[0].newBackgroundContext()
        try await context.perform {
            context.make("Plant", ["genus": "A"])
            try context.save()
        }
        let uuid = containers[0].persistentStoreCoordinator.persistentStores.first?.identifier
        for (stream, _) in told {
            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next() == RemoteChange(hasToken: true, uuid: uuid, path: url.path))
        }
    }
}
