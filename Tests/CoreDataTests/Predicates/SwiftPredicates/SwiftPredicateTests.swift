import Testing

@testable import CoreData

@Suite("#Predicate on managed object classes") struct SwiftPredicateTests {
    private func makers(_ predicate: Predicate<Maker>) throws -> [String] {
        try WorkshopRows.answer(Maker.self, try NSPredicate.translate(predicate))
    }

    private func tools(_ predicate: Predicate<Tool>) throws -> [String] {
        try WorkshopRows.answer(Tool.self, try NSPredicate.translate(predicate))
    }

    @Test("compares attributes and captured values")
    func comparisons() throws {
        let (name, age, day) = ("Ada", Int16(36), Date(timeIntervalSinceReferenceDate: 86_400))
        let (id, link, bytes) = (WorkshopRows.plane, URL(string: "https://example.org/plane"), Data([1, 2]))
        #expect(try makers(#Predicate { $0.name == name }) == ["Ada"])
        #expect(try makers(#Predicate { $0.name != name }) == ["Ben", "Kim", "Zoë"])
        #expect(try makers(#Predicate { $0.age >= age && $0.isGuest }) == ["Zoë"])
        #expect(try makers(#Predicate { $0.age < age || !$0.isGuest }) == ["Ada", "Ben", "Kim"])
        #expect(try makers(#Predicate { $0.isGuest == false && $0.name > "B" }) == ["Ben", "Kim"])
        #expect(try tools(#Predicate { $0.id == id }) == ["Plane"])
        #expect(try tools(#Predicate { $0.date == day }) == ["Säge"])
        #expect(try tools(#Predicate { $0.date! < day }) == ["Plane", "–"])
        #expect(try tools(#Predicate { $0.url == link }) == ["Plane"])
        #expect(try tools(#Predicate { $0.bytes == bytes }) == ["Säge"])
        #expect(try tools(#Predicate { $0.double > 2.5 && $0.int64 < 7_000 }) == ["–"])
    }

    @Test("knows nil, optional paths and ??")
    func optionals() throws {
        #expect(try makers(#Predicate { $0.favourite == nil }) == ["Ben"])
        #expect(try makers(#Predicate { $0.favourite != nil }) == ["Ada", "Kim", "Zoë"])
        #expect(try makers(#Predicate { $0.code == nil }) == ["Ben", "Kim"])
        #expect(try makers(#Predicate { $0.favourite?.name == nil }) == ["Ben", "Zoë"])
        #expect(try makers(#Predicate { $0.favourite?.name == "Plane" }) == ["Ada"])
        #expect(try makers(#Predicate { $0.favourite!.int16 > 1 }) == ["Kim", "Zoë"])
        #expect(try makers(#Predicate { ($0.code ?? "none") == "none" }) == ["Ben", "Kim"])
        #expect(try makers(#Predicate { ($0.favourite?.name ?? "x") == "x" }) == ["Ben", "Zoë"])
        #expect(try makers(#Predicate { $0.favourite?.name?.contains("l") ?? false }) == ["Ada"])
        #expect(try makers(#Predicate { $0.favourite?.name?.contains("l") ?? true }) == ["Ada", "Ben", "Zoë"])
        #expect(try makers(#Predicate { !($0.favourite?.name?.contains("l") ?? false) }) == ["Ben", "Kim", "Zoë"])
        #expect(try makers(#Predicate { $0.favourite?.name?.contains("l") == true }) == ["Ada"])
        #expect(try makers(#Predicate { $0.favourite?.name?.contains("l") == false }) == ["Kim"])
        #expect(try makers(#Predicate { if let code = $0.code { code == "AB" } else { false } }) == ["Ada", "Zoë"])
    }

    @Test("searches text")
    func text() throws {
        #expect(try makers(#Predicate { $0.name.contains("e") }) == ["Ben"])
        #expect(try makers(#Predicate { $0.name.starts(with: "A") }) == ["Ada"])
        #expect(try makers(#Predicate { $0.name.localizedStandardContains("ZOE") }) == ["Zoë"])
        #expect(try tools(#Predicate { $0.name?.localizedStandardContains("sa") == true }) == ["Säge"])
        #expect(try makers(#Predicate { $0.name.count == 3 && !$0.name.isEmpty }) == ["Ada", "Ben", "Kim", "Zoë"])
        let (same, below) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
        #expect(try makers(#Predicate { $0.name.caseInsensitiveCompare("ada") == same }) == ["Ada"])
        #expect(try makers(#Predicate { $0.name.localizedCompare("Kim") == below }) == ["Ada", "Ben"])
    }

    @Test("goes through to-many relationships, however they are typed")
    func collections() throws {
        #expect(try makers(#Predicate { $0.tools.contains { $0.int16 == 1 } }) == ["Ada", "Kim"])
        #expect(try makers(#Predicate { $0.tools.allSatisfy { $0.int16 == 1 } }) == ["Ben", "Kim"])
        #expect(try makers(#Predicate { $0.tools.filter { $0.int16 < 3 }.count == 2 }) == ["Ada"])
        #expect(try makers(#Predicate { $0.tools.count == 1 }) == ["Kim", "Zoë"])
        #expect(try makers(#Predicate { $0.tools.isEmpty }) == ["Ben"])
        #expect(try makers(#Predicate { !$0.tools.isEmpty && $0.age > 20 }) == ["Ada", "Zoë"])
        #expect(
            try makers(#Predicate { maker in maker.tools.contains { $0.int16 < maker.age - 20 } }) == ["Ada", "Zoë"])
        #expect(try makers(#Predicate { $0.tools.contains($0.favourite!) }) == ["Ada"])
        #expect(try makers(#Predicate { $0.tools.contains { $0.name?.contains("S") == true } }) == ["Ada"])
        #expect(
            try tools(#Predicate { ($0.users as? Set<Maker>)?.contains { $0.age > 30 } == true })
                == ["Plane", "Säge", "hammer"])
        #expect(try tools(#Predicate { ($0.users as! Set<Maker>).filter { $0.age > 1 }.count > 1 }) == ["Plane"])
        #expect(try tools(#Predicate { $0.users!.count == 2 }) == ["Plane"])
        #expect(try tools(#Predicate { $0.parts?.count == 0 }) == ["hammer", "–"])
    }

    @Test("calculates, chooses, and knows ranges and lists")
    func values() throws {
        #expect(try makers(#Predicate { $0.age + 1 == 37 }) == ["Ada"])
        #expect(try makers(#Predicate { $0.age * 2 - 2 < 40 }) == ["Ben", "Kim"])
        #expect(try makers(#Predicate { $0.age / 10 == 3 && $0.age % 10 == 6 }) == ["Ada"])
        let (minus, none) = (Int16(-36), [String]())
        #expect(try makers(#Predicate { -$0.age == minus }) == ["Ada"])
        #expect(try tools(#Predicate { $0.double / 2 > 2 }) == ["hammer", "–"])
        #expect(try makers(#Predicate { ($0.isGuest ? 100 : 0) == 100 }) == ["Zoë"])
        #expect(try makers(#Predicate { $0.age > 30 ? $0.isGuest : $0.favourite == nil }) == ["Ben", "Zoë"])
        let (closed, from, names) = (Int16(17)...20, Int16(36)..., ["Ada", "Kim", "Nobody"])
        #expect(try makers(#Predicate { (17...20).contains($0.age) }) == ["Ben", "Kim"])
        #expect(try makers(#Predicate { (17..<20).contains($0.age) }) == ["Kim"])
        #expect(try makers(#Predicate { closed.contains($0.age) }) == ["Ben", "Kim"])
        #expect(try makers(#Predicate { from.contains($0.age) }) == ["Ada", "Zoë"])
        #expect(try makers(#Predicate { names.contains($0.name) }) == ["Ada", "Kim"])
        #expect(try makers(#Predicate { none.contains($0.name) }) == [])
        let days = Date(timeIntervalSinceReferenceDate: 0)..<Date(timeIntervalSinceReferenceDate: 86_400)
        #expect(try tools(#Predicate { days.contains($0.date!) }) == ["Plane", "–"])
        let ids: [UUID?] = [WorkshopRows.plane]
        #expect(try tools(#Predicate { ids.contains($0.id) }) == ["Plane"])
    }

    @Test("knows properties of Foundation's types")
    func foundation() throws {
        #expect(try tools(#Predicate { $0.date!.timeIntervalSinceReferenceDate > 50 }) == ["Säge", "–"])
        #expect(try tools(#Predicate { $0.date!.timeIntervalSince1970 > 978_307_301 }) == ["Säge"])
        #expect(try tools(#Predicate { $0.url!.absoluteString.contains("plane") }) == ["Plane"])
        #expect(try tools(#Predicate { $0.decimal!.doubleValue > 5 }) == ["Säge"])
        #expect(try tools(#Predicate { $0.decimal!.intValue == 9 }) == ["Säge"])
        #expect(try tools(#Predicate { $0.boxedCount?.intValue == nil }).count == 4)
    }

    @Test("asks for the class of an object")
    func types() throws {
        #expect(try makers(#Predicate { $0 is Apprentice }) == ["Kim"])
        #expect(try makers(#Predicate { !($0 is Apprentice) && $0.age < 40 }) == ["Ada", "Ben"])
        #expect(try makers(#Predicate { ($0 as? Apprentice) != nil }) == ["Kim"])
        #expect(try tools(#Predicate { ($0.users as? Set<Maker>)?.contains { $0 is Apprentice } == true }) == ["Plane"])
        #expect(
            try WorkshopRows.answer(Maker.self, NSPredicate(format: "entity == %@", Apprentice.entity())) == ["Kim"])
        #expect(try WorkshopRows.answer(Maker.self, NSPredicate(format: "entity.name BEGINSWITH 'M'")).count == 3)
    }

    @Test("becomes the predicate that one would have written")
    func texts() throws {
        func text(_ predicate: Predicate<Maker>) -> String? { NSPredicate(predicate)?.formatText }
        #expect(
            text(#Predicate { $0.name == "x" && $0.age > 3 && $0.isGuest })
                == "name == \"x\" AND age > 3 AND isGuest == 1")
        #expect(text(#Predicate { $0.favourite?.name == "x" }) == "favourite.name == \"x\"")
        #expect(text(#Predicate { $0.code?.starts(with: "A") == true }) == "code BEGINSWITH \"A\"")
        #expect(text(#Predicate { $0.tools.isEmpty }) == "tools.@count == 0")
        #expect(
            text(#Predicate { $0.tools.contains { $0.int16 > 1 } })
                == "SUBQUERY(tools, $local1, $local1.int16 > 1).@count != 0")
        #expect(NSExpression(#Expression<Maker, Int> { $0.tools.count + 1 })?.description == "tools.@count + 1")
        let read = try NSPredicate.parse(try #require(text(#Predicate { $0.name.localizedStandardContains("x") })))
        #expect(read.formatText == "name CONTAINS[cdl] \"x\"")
    }

    @Test("is nil where it cannot be said, and the error names the part")
    func errors() throws {
        func part(_ predicate: Predicate<Maker>) -> String? {
            #expect(NSPredicate(predicate) == nil)
            do {
                return "read as \(try NSPredicate.translate(predicate).formatText)"
            } catch {
                return error.description
            }
        }
        #expect(part(#Predicate { $0.shoutedName == "X" })?.contains("shoutedName") != nil)
        #expect(part(#Predicate { $0.shoutedName == "X" })?.contains("no attribute") == true)
        #expect(part(#Predicate { $0.nameOrNobody == "X" })?.contains("no attribute") == true)
        #expect(part(#Predicate { $0.isAdult })?.contains("no attribute") == true)
        #expect(part(#Predicate { $0.sharpTools.isEmpty })?.contains("no attribute") == true)
        #expect(part(#Predicate { $0.name.contains(/a.c/) })?.contains("StringContainsRegex") == true)
        #expect(throws: PredicateTranslationError.self) { try PredicateTranslation.constant(["a": 1]) }
        #expect(throws: PredicateTranslationError.self) { try PredicateTranslation.constant([Calendar.current]) }
        #expect(part(#Predicate { $0.nested })?.contains("no attribute") == true)
        // Another name for a property of the model is one.
        #expect(NSPredicate(#Predicate<Maker> { $0.years == 3 })?.formatText == "age == 3")
    }

    @Test("is evaluated in memory too")
    func inMemory() throws {
        let predicate = try #require(NSPredicate(#Predicate<Tool> { $0.name?.contains("l") == true && $0.int16 > 0 }))
        #expect(predicate.evaluate(with: ["name": "Plane", "int16": 1] as [String: Any]))
        #expect(!predicate.evaluate(with: ["int16": 1] as [String: Any]))
    }
}

extension Maker {
    fileprivate var shoutedName: String { name.uppercased() }
    fileprivate var nameOrNobody: String { code ?? "nobody" }
    fileprivate var isAdult: Bool { age >= 18 }
    fileprivate var nested: Bool { NSSortDescriptor(keyPath: \Maker.code, ascending: true).keyString == "code" }
    fileprivate var years: Int16 { age }
    fileprivate var sharpTools: [Tool] { tools.filter(\.flag) }
}
