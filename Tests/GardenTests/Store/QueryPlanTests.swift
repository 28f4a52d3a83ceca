import CSQLite
import Foundation
import Synchronization
import Testing

@testable import CoreData
@testable import Garden

/// What the view models ask the store, explained by SQLite itself.
@Suite("Query plans", .serialized)
struct QueryPlanTests {
    private let garden: TemporaryGarden

    init() throws { garden = try TemporaryGarden() }

    /// The statements that `body` reads with, each with its plan.
    private func plans(_ body: (PersistenceContainer) throws -> Void) throws -> [(sql: String, plan: [String])] {
        let statements = try StatementTrace.collect(path: garden.storeURL.path) {
            let container = try garden.secondContainer()
            defer { try? container.close() }
            try body(container)
        }
        let reads = statements.filter { $0.hasPrefix("SELECT") && $0.contains(" FROM Z") && !$0.contains(" FROM Z_") }
        return try reads.map { ($0, try explain($0)) }
    }

    private func explain(_ sql: String) throws -> [String] {
        var database: OpaquePointer?
        #expect(sqlite3_open_v2(garden.storeURL.path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
        defer { sqlite3_close_v2(database) }
        SQLFunctions.register(on: try #require(database))
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(database, "EXPLAIN QUERY PLAN " + sql, -1, &statement, nil)
        #expect(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database))): \(sql)")
        defer { sqlite3_finalize(statement) }
        var lines: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW { lines.append(String(cString: sqlite3_column_text(statement, 3))) }
        return lines
    }

    /// Expects that every statement of `body` that reads rows goes by an index and sorts nothing.
    private func expectIndexes(
        _ index: String, _ body: (PersistenceContainer) throws -> Void, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let plans = try plans(body)
        #expect(plans.contains { $0.plan.contains { $0.contains(index) } }, "\(plans)", sourceLocation: location)
        for (sql, plan) in plans {
            for step in plan {
                let isIndexed = step.contains("INDEX") || step.contains("INTEGER PRIMARY KEY")
                let isSorting = step.contains("TEMP B-TREE")
                #expect(isIndexed && !isSorting, "\(step): \(sql)", sourceLocation: location)
            }
        }
    }

    @Test("Plants: by their sort key, whole, searched, in portions, and counted")
    func plants() throws {
        _ = try garden.plants.add(genus: "Rosa", species: "canina")
        let first = try garden.plants.rows(limit: 1).rows[0]
        let index = "Z_Plant_bySortKeyAndSearchKey"
        try expectIndexes(index) { _ = try PlantsViewModel($0).rows() }
        try expectIndexes(index) { _ = try PlantsViewModel($0).rows(after: first.cursor) }
        try expectIndexes(index) { _ = try PlantsViewModel($0).rows(search: "canina ros") }
        try expectIndexes(index) { _ = try PlantsViewModel($0).rows(search: "ros", after: first.cursor) }
        try expectIndexes("Z_Plant_UNIQUE_id") { _ = try PlantsViewModel($0).plant(first.id) }
        try expectIndexes("Z_Plant_UNIQUE_nameKey") { _ = try PlantsViewModel($0).find("rosa CANINA") }
    }

    @Test("A plant's sowings, newest first, and in portions")
    func sowings() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "canina")
        for day in ["2026-03-01", "2026-03-02"] { try garden.sow(plant, on: day) }
        let first = try garden.plant(plant.id).sowings(limit: 1).rows[0]
        let index = "Z_Seed_byPlantAndSortKey"
        try expectIndexes(index) { _ = try PlantViewModel($0, id: plant.id).sowings() }
        try expectIndexes(index) { _ = try PlantViewModel($0, id: plant.id).sowings(after: first.cursor) }
        try expectIndexes("Z_Seed_UNIQUE_id") { _ = try SowingViewModel($0).sowing(first.id) }
    }

    @Test("Lists, and the items of one")
    func lists() throws {
        let list = try garden.lists.add(name: "Groceries")
        for name in ["Milk", "Oats"] { _ = try garden.items(list.id).add(name: name) }
        let first = try garden.items(list.id).items(limit: 1).rows[0]
        try expectIndexes("Z_Lists_bySortKey") { _ = try ListViewModel($0).lists() }
        let index = "Z_Item_byListAndSortKey"
        try expectIndexes(index) { _ = try ItemViewModel($0, list: list.id).items() }
        try expectIndexes(index) { _ = try ItemViewModel($0, list: list.id).items(after: first.cursor) }
        try expectIndexes("Z_Item_UNIQUE_listID_nameKey") {
            _ = try ItemViewModel($0, list: list.id).find("MILK")
        }
    }

    @Test("What was deleted, latest first")
    func bin() throws {
        let list = try garden.lists.add(name: "Groceries")
        _ = try garden.lists.delete(list.id)
        try expectIndexes("Z_Deletion_byDeletedAt") { _ = try BinViewModel($0).entries() }
    }

    @Test("What open screens watch")
    func live() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "canina")
        let list = try garden.lists.add(name: "Groceries")
        let topics: [(LiveTopic, String)] = [
            (.plants(search: ""), "Z_Plant_bySortKeyAndSearchKey"),
            (.plants(search: "ros"), "Z_Plant_bySortKeyAndSearchKey"), (.plant(plant.id), "Z_Plant_UNIQUE_id"),
            (.sowings(plant: plant.id), "Z_Seed_byPlantAndSortKey"), (.lists, "Z_Lists_bySortKey"),
            (.list(list.id), "Z_Lists_UNIQUE_id"), (.items(list: list.id), "Z_Item_byListAndSortKey"),
        ]
        for (topic, index) in topics {
            try expectIndexes(index) { container in
                try container.read { _ = try $0.fetch(topic.fetchRequest) }
            }
        }
    }
}

/// Collects the statements that are run on one file, from every connection that is opened meanwhile.
private enum StatementTrace {
    private struct Trace: Sendable {
        var path = ""
        var statements: [String] = []
    }

    private static let trace = Mutex(Trace())

    private typealias EntryPoint = @convention(c) () -> Void

    /// SQLite calls it for every new connection, with the connection as its first argument.
    private static let watch: EntryPoint = {
        let entry:
            @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?) ->
                Int32 = {
                    connection, _, _ in
                    sqlite3_trace_v2(
                        connection, UInt32(SQLITE_TRACE_STMT),
                        { _, _, statement, _ in
                            guard let statement = statement.map(OpaquePointer.init) else { return 0 }
                            StatementTrace.note(statement)
                            return 0
                        }, nil)
                    return SQLITE_OK
                }
        return unsafeBitCast(entry, to: EntryPoint.self)
    }()

    private static func note(_ statement: OpaquePointer) {
        guard let file = sqlite3_db_filename(sqlite3_db_handle(statement), "main"),
            let text = sqlite3_expanded_sql(statement)
        else { return }
        defer { sqlite3_free(text) }
        let (path, sql) = (String(cString: file), String(cString: text))
        trace.withLock { if $0.path == path { $0.statements.append(sql) } }
    }

    static func collect(path: String, _ body: () throws -> Void) rethrows -> [String] {
        trace.withLock { $0 = Trace(path: path) }
        sqlite3_auto_extension(watch)
        defer { sqlite3_cancel_auto_extension(watch) }
        try body()
        return trace.withLock { $0.statements }
    }
}
