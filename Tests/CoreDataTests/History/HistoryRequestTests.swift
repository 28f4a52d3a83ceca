import CoreData
import Foundation
import Testing

@Suite("Requests for the history") struct HistoryRequestTests {
    @Test("A transaction a save, in order, with who saved, and its changes with what happened to which object")
    func transactions() throws {
        let stack = try HistoryStack()
        stack.context.performAndWait {
            stack.context.transactionAuthor = "gardener"
            stack.context.name = "shed"
        }
        let start = Date()
        try stack.save { context in
            let plant = context.make("Plant", ["genus": "A"])
            context.make("Seed", ["number": 1, "plant": plant])
        }
        try stack.save { context in
            try context.all("Seed")[0].setValue(2, forKey: "number")
            try context.all("Plant")[0].setValue("a", forKey: "nickname")
        }
        try stack.save { context in try context.all("Seed").forEach(context.delete) }
        let all = try stack.all()
        #expect(all.map(\.transactionNumber) == [1, 2, 3])
        #expect(all.allSatisfy { $0.author == "gardener" && $0.contextName == "shed" })
        #expect(all.allSatisfy { $0.storeID == stack.store?.identifier && !$0.processID.isEmpty })
        #expect(all.allSatisfy { !$0.bundleID.isEmpty && $0.timestamp >= start && $0.timestamp <= Date() })
        func kinds(_ index: Int) -> [String]? {
            all[index].changes?.map { "\($0.changeType) \($0.changedObjectID.entity.name ?? "")" }
        }
        #expect(kinds(0) == ["insert Plant", "insert Seed"])
        #expect(Set(kinds(1) ?? []) == ["update Plant", "update Seed"])
        #expect(Set(kinds(2) ?? []) == ["delete Seed", "update Plant"])
        let changes = all.flatMap { $0.changes ?? [] }
        #expect(changes.map(\.changeID) == Array(1...6))
        #expect(changes.map { $0.transaction?.transactionNumber } == [1, 1, 2, 2, 3, 3])
        #expect(changes[0].transaction?.changes?.count == 2)
        let plant = try stack.context.performAndWait { try stack.context.all("Plant")[0].objectID }
        #expect(changes[0].changedObjectID == plant)
    }

    @Test("What an update changed: attributes, to-one and to-many relationships, nothing else")
    func updatedProperties() throws {
        let stack = try HistoryStack()
        try stack.save { context in
            let plant = context.make("Tree", ["genus": "A", "height": 1.5])
            context.make("Seed", ["number": 1, "note": "n", "plant": plant])
            context.make("Bed", ["name": "b"])
        }
        func names(_ change: (NSManagedObjectContext) throws -> Void) throws -> [String: Set<String>] {
            try stack.save(change)
            var result: [String: Set<String>] = [:]
            for change in try stack.all().last?.changes ?? [] {
                let properties = change.updatedProperties.map { Set($0.map(\.name)) }
                #expect((properties == nil) == (change.changeType != .update))
                if let properties { result[change.changedObjectID.entity.name ?? ""] = properties }
            }
            return result
        }
        #expect(try stack.all()[0].changes?.allSatisfy { $0.updatedProperties == nil } == true)
        #expect(
            try names { context in
                let seed = try context.all("Seed")[0]
                seed.setValue(7, forKey: "number")
                seed.setValue("n", forKey: "note")
                try context.all("Plant")[0].setValue(3.5, forKey: "height")
            } == ["Seed": ["number"], "Tree": ["height"]])
        #expect(
            try names { try $0.all("Seed")[0].setValue(nil, forKey: "plant") }
                == ["Seed": ["plant"], "Tree": ["seeds"]])
        #expect(
            try names { context in
                let tree = try context.all("Plant")[0]
                tree.setValue(try context.all("Bed")[0], forKey: "bed")
                tree.setValue(5, forKey: "rating")
                tree.mutableSetValue(forKey: "tags").add(context.make("Tag", ["name": "t"]))
            } == ["Tree": ["bed", "rating", "tags"], "Bed": ["plants"]])
    }

    @Test("After a date, a token, a transaction: what came later; after nil: everything")
    func after() throws {
        let stack = try HistoryStack()
        let new = try #require(stack.token)
        #expect(try stack.numbers(.fetchHistory(after: new)).isEmpty)
        try stack.seeds(0..<2)
        let token = try #require(stack.token)
        let date = Date()
        try stack.seeds(2..<4)
        #expect(try stack.numbers(.fetchHistory(after: new)) == [1, 2, 3, 4])
        #expect(try stack.numbers(.fetchHistory(after: token)) == [3, 4])
        #expect(try stack.numbers(.fetchHistory(after: date)) == [3, 4])
        #expect(try stack.numbers(.fetchHistory(after: stack.all()[2])) == [4])
        #expect(try stack.numbers(.fetchHistory(after: stack.all()[3].token)).isEmpty)
        #expect(try stack.numbers(.fetchHistory(after: nil as NSPersistentHistoryToken?)) == [1, 2, 3, 4])
        #expect(try stack.numbers(.fetchHistory(after: nil as NSPersistentHistoryTransaction?)) == [1, 2, 3, 4])
        #expect(stack.token == (try stack.all()[3].token))
    }

    @Test("Each kind of result")
    func resultTypes() throws {
        let stack = try HistoryStack()
        try stack.seeds(0..<2)
        try stack.save { try $0.all("Seed").forEach { $0.setValue(9, forKey: "number") } }
        func result(_ type: NSPersistentHistoryResultType) throws -> Any? {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
            #expect(request.resultType == .transactionsAndChanges)
            request.resultType = type
            return try stack.execute(request)
        }
        #expect(try result(.statusOnly) as? Bool == true)
        #expect(try result(.count) as? Int == 4)
        let ids = try stack.context.performAndWait { try stack.context.all("Seed").map(\.objectID) }
        #expect(try Set(result(.objectIDs) as? [NSManagedObjectID] ?? []) == Set(ids))
        #expect(try (result(.objectIDs) as? [NSManagedObjectID])?.count == 2)
        let bare = try #require(try result(.transactionsOnly) as? [NSPersistentHistoryTransaction])
        #expect(bare.count == 3 && bare.allSatisfy { $0.changes == nil })
        let changes = try #require(try result(.changesOnly) as? [NSPersistentHistoryChange])
        #expect(changes.map(\.changeType) == [.insert, .insert, .update, .update])
        #expect(changes.allSatisfy { $0.transaction == nil })
    }

    @Test("A transaction as a notification brings another context up to date")
    func notification() throws {
        let stack = try HistoryStack()
        try stack.seeds(0..<2)
        let other = stack.container.newBackgroundContext()
        let seeds = try other.performAndWait { try other.all("Seed").map { UnsafeTransfer($0) } }
        try stack.save { context in
            let found = try context.all("Seed").sorted { $0.objectID.description < $1.objectID.description }
            found[0].setValue(9, forKey: "number")
            context.delete(found[1])
            context.make("Seed", ["number": 5])
        }
        let notification = try #require(try stack.all().last).objectIDNotification()
        #expect((notification.userInfo?["inserted_objectIDs"] as? NSSet)?.count == 1)
        other.performAndWait {
            other.mergeChanges(fromContextDidSave: notification)
            #expect(seeds.map(\.object).filter(\.isDeleted).count == 1)
            #expect(seeds.map(\.object).first { !$0.isDeleted }?.number("number") == 9)
            #expect(other.registeredObjects.count >= 2)
        }
    }

    private struct UnsafeTransfer: @unchecked Sendable {
        // Used on its context's queue only.
        let object: NSManagedObject
        init(_ object: NSManagedObject) { self.object = object }
    }

    @Test("A token survives an archive; what is no token is none")
    func archive() throws {
        let stack = try HistoryStack()
        try stack.seeds(0..<3)
        let token = try #require(stack.token)
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
        #expect(back == token)
    }

    @Test("Without a history, and for other requests, the answer is an error")
    func refusals() throws {
        let plain = try GardenStack.container().newBackgroundContext()
        plain.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
            #expect(code { try plain.execute(request) } == NSPersistentStoreUnsupportedRequestTypeError)
            let fetch = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            #expect(code { try plain.execute(fetch) } == NSPersistentStoreUnsupportedRequestTypeError)
        }
        let url = try GardenStack.url()
        _ = try GardenStack.container(url)
        let readOnly = try GardenStack.container(
            url, history: true, options: [NSReadOnlyPersistentStoreOption: true as NSNumber])
        let reader = readOnly.newBackgroundContext()
        reader.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
            #expect(code { try reader.execute(request) } != nil)
            #expect(code { _ = try reader.all("Seed") } == nil)
        }
        let alone = NSManagedObjectContext(.privateQueue)
        alone.performAndWait {
            #expect(
                code { try alone.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date())) }
                    == NSCoreDataError)
        }
    }
}
