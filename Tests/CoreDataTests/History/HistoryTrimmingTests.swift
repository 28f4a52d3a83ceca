import Foundation
import Testing

@testable import CoreData

@Suite("Dropping history") struct HistoryTrimmingTests {
    @Test("Before a transaction and before a token: what is older goes, and is gone from the tables")
    func before() throws {
        let stack = try HistoryStack()
        try stack.seeds(0..<2)
        let token = try #require(stack.token)
        try stack.seeds(2..<6)
        #expect(stack.counts == ["6", "6"])
        let all = try stack.all()
        #expect(try stack.execute(.deleteHistory(before: all[0])) as? Bool == true)
        #expect(stack.counts == ["6", "6"])
        _ = try stack.execute(.deleteHistory(before: token))
        #expect(stack.counts == ["5", "5"])
        #expect(try stack.numbers(.fetchHistory(after: .distantPast)) == [2, 3, 4, 5, 6])
        let request = NSPersistentHistoryChangeRequest.deleteHistory(before: all[4])
        request.resultType = .count
        #expect(try stack.execute(request) as? Int == 3)
        #expect(stack.counts == ["2", "2"])
        _ = try stack.execute(.deleteHistory(before: nil as NSPersistentHistoryToken?))
        #expect(stack.counts == ["2", "2"])
    }

    @Test("Before a date: a beginning of the history, also when the clock was put back in between")
    func date() throws {
        let stack = try HistoryStack()
        try stack.seeds(0..<5)
        let day = 86400.0
        let now = Date()
        for (number, days) in [1: 9, 2: 8, 3: 3, 4: 8, 5: 0] {
            _ = stack.file.texts(
                "UPDATE ATRANSACTION SET ZTIMESTAMP = \(now.timeIntervalSinceReferenceDate - day * Double(days)) "
                    + "WHERE Z_PK = \(number)")
        }
        _ = try stack.execute(.deleteHistory(before: now.addingTimeInterval(-7 * day)))
        #expect(try stack.numbers(.fetchHistory(after: .distantPast)) == [3, 4, 5])
        _ = try stack.execute(.deleteHistory(before: now.addingTimeInterval(-day)))
        #expect(try stack.numbers(.fetchHistory(after: .distantPast)) == [5])
        _ = try stack.execute(.deleteHistory(before: .distantFuture))
        #expect(stack.counts == ["0", "0"])
    }

    @Test("A token, and a transaction, whose successors were dropped have expired; one at the edge has not")
    func expired() throws {
        let stack = try HistoryStack()
        let first = try #require(stack.token)
        try stack.seeds(0..<4)
        let all = try stack.all()
        _ = try stack.execute(.deleteHistory(before: all[2]))
        let expired = NSPersistentHistoryTokenExpiredError
        #expect(code { _ = try stack.execute(.fetchHistory(after: first)) } == expired)
        #expect(code { _ = try stack.execute(.fetchHistory(after: all[0].token)) } == expired)
        #expect(code { _ = try stack.execute(.fetchHistory(after: all[0])) } == expired)
        #expect(try stack.numbers(.fetchHistory(after: all[1].token)) == [3, 4])
        #expect(try stack.numbers(.fetchHistory(after: nil as NSPersistentHistoryToken?)) == [3, 4])
    }

    @Test("With nothing left the current token holds, numbers go on, and so it is after opening again")
    func emptied() throws {
        let stack = try HistoryStack()
        try stack.seeds(0..<3)
        _ = try stack.execute(.deleteHistory(before: .distantFuture))
        let token = try #require(stack.token)
        #expect(try stack.numbers(.fetchHistory(after: token)).isEmpty)
        let again = try HistoryStack(stack.url)
        #expect(again.token == token)
        try again.seeds(3..<5)
        #expect(try again.numbers(.fetchHistory(after: token)) == [4, 5])
        #expect(stack.file.texts("SELECT COUNT(*) FROM ZSEED") == ["5"])
        _ = try again.execute(.deleteHistory(before: .distantFuture))
        #expect(code { _ = try again.execute(.fetchHistory(after: token)) } == NSPersistentHistoryTokenExpiredError)
    }

    @Test("A coordinator goes on merging when the other one drops history between its saves", .timeLimit(.minutes(10)))
    func merging() async throws {
        let stack = try HistoryStack()
        let other = try HistoryStack(stack.url)
        stack.context.automaticallyMergesChangesFromParent = true
        let merges = SecondCoordinatorTests.Merges(stack.context)
        for number in 0..<5 {
            try other.seeds(number..<number + 1)
            await merges.next()
            _ = try other.execute(.deleteHistory(before: .distantFuture))
            #expect(stack.counts == ["0", "0"])
            // A save of one's own in between counts as known.
            try stack.seeds(100..<101)
            _ = try stack.execute(.deleteHistory(before: .distantFuture))
        }
        let found = try await stack.context.perform { try stack.context.all("Seed").count }
        #expect(found == 10)
    }

    @Test(
        "What was dropped before the other coordinator could read it is found all the same: new, changed and deleted",
        .timeLimit(.minutes(10)))
    func lost() async throws {
        let stack = try HistoryStack()
        let other = try HistoryStack(stack.url)
        try other.seeds(0..<3)
        let store = try #require(stack.store)
        store.takeUpForeignTransactions()
        stack.context.automaticallyMergesChangesFromParent = true
        let watched = Watched(stack.context)
        try await stack.context.perform {
            try watched.controller.performFetch()
            #expect(watched.numbers == [0, 1, 2])
            // Unsaved values stay on top. This is the first of the updates.
            watched.controller.fetchedObjects?[2].setValue("ours", forKey: "note")
        }
        let merges = SecondCoordinatorTests.Merges(stack.context)
        try dropWhileNobodyLooks(store, other)
        await merges.next()
        try await stack.context.perform {
            #expect(watched.numbers == [1, 7, 8])
            #expect(watched.events.sorted() == ["delete", "insert", "update", "update"])
            #expect(watched.controller.fetchedObjects?[2].text("note") == "ours")
            #expect(watched.controller.fetchedObjects?[2].number("number") == 8)
            try stack.context.save()
        }
        // From here on it is as ever.
        let more = SecondCoordinatorTests.Merges(stack.context)
        try other.seeds(9..<10)
        await more.next()
        await stack.context.perform { #expect(watched.numbers == [1, 7, 8, 9]) }
    }

    /// Saves and drops the history of it before `store` can read any of it.
    private func dropWhileNobodyLooks(_ store: SQLiteStore, _ other: HistoryStack) throws {
        try store.followLock.withLock {
            try other.save { context in
                let seeds = try context.all("Seed").sorted { ($0.number("number") ?? 0) < ($1.number("number") ?? 0) }
                context.delete(seeds[0])
                seeds[2].setValue(8, forKey: "number")
                context.make("Seed", ["number": 7])
            }
            _ = try other.execute(.deleteHistory(before: .distantFuture))
        }
    }

    /// A fetch that is watched, and what happened to it. Used on its context's queue only.
    private final class Watched: NSFetchedResultsControllerDelegate, @unchecked Sendable {
        let controller: NSFetchedResultsController<NSManagedObject>
        var events: [String] = []

        init(_ context: NSManagedObjectContext) {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            controller.delegate = self
        }

        var numbers: [Int?]? { controller.fetchedObjects?.map { $0.number("number") } }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            events.append("\(type)")
        }
    }
}
