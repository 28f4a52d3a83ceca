import Foundation

@testable import CoreData

/// A store with a history, for tests: each step is one save, so its transaction has the step's number.
struct HistoryStack {
    let url: URL
    let container: NSPersistentContainer
    let context: NSManagedObjectContext

    init(_ url: URL? = nil, model: NSManagedObjectModel = GardenStack.model) throws {
        let url = try url ?? GardenStack.url()
        self.url = url
        container = try GardenStack.container(url, history: true, model: model)
        context = container.newBackgroundContext()
    }

    var file: SQLiteFile { SQLiteFile(url) }
    var store: SQLiteStore? { container.persistentStoreCoordinator.persistentStores.first as? SQLiteStore }
    var token: NSPersistentHistoryToken? {
        container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
    }

    /// How many transactions and changes the file has.
    var counts: [String] {
        file.texts("SELECT COUNT(*) FROM ATRANSACTION UNION ALL SELECT COUNT(*) FROM ACHANGE")
    }

    func save(_ change: (NSManagedObjectContext) throws -> Void) throws {
        try context.performAndWait {
            try change(context)
            try context.save()
        }
    }

    /// Saves so many new seeds, each on its own.
    func seeds(_ numbers: Range<Int>) throws {
        for number in numbers { try save { $0.make("Seed", ["number": number]) } }
    }

    func execute(_ request: NSPersistentHistoryChangeRequest) throws -> Any? {
        try context.performAndWait { try (context.execute(request) as? NSPersistentHistoryResult)?.result }
    }

    func transactions(_ request: NSPersistentHistoryChangeRequest) throws -> [NSPersistentHistoryTransaction] {
        try execute(request) as? [NSPersistentHistoryTransaction] ?? []
    }

    func numbers(_ request: NSPersistentHistoryChangeRequest) throws -> [Int64] {
        try transactions(request).map(\.transactionNumber)
    }

    func all() throws -> [NSPersistentHistoryTransaction] { try transactions(.fetchHistory(after: .distantPast)) }
}
