import CSQLite
import Testing

@testable import CoreData

@Suite("Predicates in SQL") struct PredicateSQLTests {
    private let schema = SQLSchema(model: ModelLayout.layout(of: PredicateModel.make()))

    private func query(_ name: String = "Thing") throws -> SQLQuery {
        let layout = try #require(schema.model.layouts.compactMap { $0 }.first { $0.entity.name == name })
        return SQLQuery(entity: schema.entity(for: layout), schema: schema, storeIndex: 0)
    }

    @Test(
        "read as one would write them",
        arguments: [
            ("text == 'x'", "t0.ZTEXT = ?"), ("text != nil", "t0.ZTEXT IS NOT NULL"), ("small >= 2", "t0.ZSMALL >= ?"),
            ("text BEGINSWITH 'Co'", "(t0.ZTEXT >= ? AND t0.ZTEXT < ?)"),
            ("small BETWEEN {1, 2}", "(t0.ZSMALL >= ? AND t0.ZSMALL <= ?)"), ("small IN {}", "0"),
            ("small IN {1, 2}", "(t0.ZSMALL IN (SELECT value FROM json_each(?)))"),
            ("NOT text == other", "NOT (t0.ZTEXT = t0.ZOTHER)"), ("TRUEPREDICATE", "1"), ("FALSEPREDICATE", "0"),
            ("text == 'x' AND small == 1", "(t0.ZTEXT = ? AND t0.ZSMALL = ?)"), ("owner == nil", "t0.ZOWNER IS NULL"),
            ("SELF == nil", "t0.Z_PK IS NULL"), ("small + 1 > large", "(t0.ZSMALL + ?) > t0.ZLARGE"),
            (
                "parts.@count > 1",
                "(SELECT COUNT(t1.Z_PK) FROM ZPART t1 WHERE t1.ZTHING = t0.Z_PK) > ?"
            ),
            (
                "ANY parts.number == 1",
                "EXISTS (SELECT 1 FROM ZPART t1 WHERE t1.ZTHING = t0.Z_PK AND (t1.ZNUMBER = ?))"
            ),
        ])
    func texts(format: String, sql: String) throws {
        #expect(try query().condition(NSPredicate.parse(format)) == sql)
    }

    @Test(
        "depend on the shape alone, so that prepared statements serve again",
        arguments: [
            ("text == 'a' AND small > 1", "text == 'it''s' AND small > 1000"),
            ("text IN {'a'}", "text IN {'a', 'b', 'c'}"), ("text BEGINSWITH[cd] 'a'", "text BEGINSWITH[cd] 'ü%_'"),
            ("day > CAST(1, 'NSDate')", "day > CAST(2.5, 'NSDate')"), ("real == 1.5", "real == -7.25"),
            (
                "code IN {CAST('00000000-0000-0000-0000-000000000001', 'NSUUID')}",
                "code IN {CAST('00000000-0000-0000-0000-000000000001', 'NSUUID'), CAST('00000000-0000-0000-0000-000000000002', 'NSUUID')}"
            ),
            ("1 + 2 == small", "3 * 4 == small"),
        ])
    func shapes(one: String, other: String) throws {
        let other = other.replacing("''", with: "\\'")
        let texts = try [one, other].map { try query().condition(NSPredicate.parse($0)) }
        #expect(texts[0] == texts[1])
    }

    @Test("join a related table once, whatever asks for it")
    func joins() throws {
        let query = try query()
        _ = try query.condition(NSPredicate(format: "owner.name == 'x' OR owner.age > 3 OR twin.owner.age == 1"))
        _ = try query.order([NSSortDescriptor(key: "owner.name", ascending: true)])
        #expect(
            query.joins == [
                "LEFT JOIN ZPERSON t1 ON t1.Z_PK = t0.ZOWNER", "LEFT JOIN ZTHING t2 ON t2.Z_PK = t0.ZTWIN",
                "LEFT JOIN ZPERSON t3 ON t3.Z_PK = t2.ZOWNER",
            ])
    }

    @Test(
        "throw what cannot be said, naming entity and key",
        arguments: [
            ("nothing == 1", "nothing"), ("owner.nothing == 1", "Person"), ("ANY parts.nothing == 1", "Part"),
            ("text.length == 1", "text"), ("parts == 1", "parts"), ("scratch == 'x'", "scratch"),
            ("name == $name", "name"), ("text == $missing", "missing"),
            ("picture == CAST('AQ==', 'NSData')", "picture"),
            ("SUBQUERY(parts, $p, $p.nothing == 1).@count > 0", "nothing"), ("text MATCHES '('", "regular"),
            ("parts.@count.x > 1", "@count"), ("owner.@count > 1", "@count"), ("small IN 5.5", nil),
            ("text IN {1, {2}}", "{2}"), ("parts[0].number == 1", nil), ("ANYKEY == 1", nil), ("random() > 5", nil),
        ] as [(String, String?)])
    func errors(format: String, part: String?) throws {
        let predicate = try NSPredicate.parse(format)
        guard let part else {
            _ = try? query().condition(predicate)
            return
        }
        let error = #expect(throws: NSError.self) { try query().condition(predicate) }
        #expect(error?.localizedDescription.contains(part) == true, "\(error?.localizedDescription ?? "")")
    }

    @Test("that the model does not fit throw with unsaved changes too")
    func unsaved() throws {
        let context = try PredicateModel.container().newBackgroundContext()
        context.performAndWait {
            _ = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
            for format in ["nothing == 1", "owner.nothing == 1", "ANY parts.nothing == 1", "text MATCHES '('"] {
                request.predicate = NSPredicate(format: format)
                #expect(throws: NSError.self) { try context.fetch(request) }
                #expect(throws: NSError.self) { try context.count(for: request) }
            }
            request.predicate = NSPredicate { _, _ in true }
            #expect(throws: NSError.self) { try context.fetch(request) }
            request.predicate = nil
            request.sortDescriptors = [NSSortDescriptor(key: "nothing", ascending: true)]
            #expect(throws: NSError.self) { try context.fetch(request) }
        }
    }

    @Test(
        "find rows by an index where there can be one",
        arguments: [
            "text == 'a'", "text BEGINSWITH 'a'", "text IN {'a', 'b'}", "text == 'a' AND small > 1",
            "code IN {CAST('00000000-0000-0000-0000-000000000001', 'NSUUID')}", "day > CAST(1, 'NSDate')",
            "day BETWEEN {CAST(1, 'NSDate'), CAST(2, 'NSDate')}", "day IN {CAST(1.5, 'NSDate')}",
            "SELF IN {}", "ANY parts.number == 1", "parts.@count == 0", "owner.name == 'x'",
        ])
    func indexes(format: String) throws {
        var database: OpaquePointer?
        sqlite3_open(":memory:", &database)
        defer { sqlite3_close_v2(database) }
        let connection = try #require(database)
        SQLFunctions.register(on: connection)
        let tables = schema.entities.compactMap { $0 }.filter { $0.root == nil }
            .flatMap { SQLSchemaText.table(of: $0, in: schema) }
        for sql in tables + schema.joins.flatMap(SQLSchemaText.join) + [
            "CREATE INDEX A ON ZTHING (ZTEXT)", "CREATE INDEX B ON ZTHING (ZCODE)", "CREATE INDEX C ON ZTHING (ZDAY)",
        ] {
            #expect(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
        }
        let query = try query()
        let condition = try query.condition(NSPredicate.parse(format))
        let sql =
            "EXPLAIN QUERY PLAN SELECT t0.Z_PK FROM ZTHING t0 \(query.joins.joined(separator: " ")) WHERE \(condition)"
        var statement: OpaquePointer?
        #expect(sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK)
        defer { sqlite3_finalize(statement) }
        var steps: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            steps.append(sqlite3_column_text(statement, 3).map { String(cString: $0) } ?? "")
        }
        if format.hasPrefix("text") || format.hasPrefix("code") || format.hasPrefix("day") {
            #expect(steps.contains { $0.hasPrefix("SEARCH t0 USING") && $0.contains("INDEX") }, "\(steps)")
        } else {
            #expect(!steps.dropFirst().contains { $0.hasPrefix("SCAN t") }, "\(steps)")
        }
    }

    @Test("take any number of terms and values")
    func size() throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            var dataset = PredicateDataset(seed: 1)
            let things = dataset.populate(context, count: 20)
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
            request.predicate = NSCompoundPredicate(
                orPredicateWithSubpredicates: (0..<3_000).map { NSPredicate(format: "small == %d", $0 - 1) })
            let expected = things.filter { ($0.value(forKey: "small") as? Int ?? -5) >= -1 }
            #expect(try context.count(for: request) == expected.count)
            let codes = (0..<40_000).map { _ in UUID() } + [PredicateDataset.codes[0]]
            request.predicate = NSPredicate(format: "code IN %@", codes)
            #expect(
                try context.count(for: request)
                    == things.count { $0.value(forKey: "code") as? UUID == PredicateDataset.codes[0] })
            let days = (0..<40_000).map { Date(timeIntervalSinceReferenceDate: 1e6 + Double($0) / 3) }
            request.predicate = NSPredicate(format: "day IN %@", days + [PredicateDataset.days[1]])
            #expect(
                try context.count(for: request)
                    == things.count { $0.value(forKey: "day") as? Date == PredicateDataset.days[1] })
        }
    }

    @Test("know objects of other entities and of other stores from their own")
    func foreignObjects() throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            var dataset = PredicateDataset(seed: 2)
            let things = dataset.populate(context, count: 5)
            let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
            let fresh = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
            request.predicate = NSPredicate(format: "SELF == %@", person)
            #expect(try context.count(for: request) == 0)
            request.predicate = NSPredicate(format: "twin IN %@", [person, things[0]])
            #expect(
                try context.count(for: request)
                    == things.count { $0.value(forKey: "twin") as? NSManagedObject === things[0] })
            request.predicate = NSPredicate(format: "SELF IN %@", Set([fresh, things[1]]))
            #expect(Set(try context.fetch(request)) == [fresh, things[1]])
            let unsaved = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
            request.includesPendingChanges = false
            request.predicate = NSPredicate(format: "SELF IN %@", [unsaved, things[1]])
            #expect(try context.fetch(request) == [things[1]])
        }
    }
}
