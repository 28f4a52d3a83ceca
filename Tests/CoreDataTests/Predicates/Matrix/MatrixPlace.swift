@testable import CoreData

/// The same rows in one of the places where a fetch may find them.
final class MatrixPlace {
    enum Kind: String, CaseIterable {
        case file = "SQLite file", memory = "in memory", null = "/dev/null", unsaved = "inserted", changed
    }

    static let count = 64

    let kind: Kind
    let context: NSManagedObjectContext
    private(set) var rows: [NSManagedObject] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    init(_ kind: Kind) throws {
        self.kind = kind
        let container = try GardenStack.container(
            kind == .null ? URL(fileURLWithPath: "/dev/null") : nil,
            type: kind == .memory ? NSInMemoryStoreType : NSSQLiteStoreType, model: PredicateModel.make())
        context = container.newBackgroundContext()
        try context.performAndWait { try fill() }
    }

    private func fill() throws {
        for _ in 0..<Self.count {
            rows.append(NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context))
        }
        for (index, row) in rows.enumerated() { indices[ObjectIdentifier(row)] = index }
        if kind == .changed {
            setValues(shiftedBy: 7)
            try context.save()
        }
        setValues(shiftedBy: 0)
        switch kind {
        case .file, .memory, .null: try context.save()
        case .unsaved, .changed: break
        }
    }

    /// Gives row `n` the values that belong to row `n + shift`.
    private func setValues(shiftedBy shift: Int) {
        for (index, row) in rows.enumerated() {
            var random = SeededRandom(UInt64(index + shift) &* 1_000_003)
            for kind in MatrixKind.allCases where kind != .self && kind != .toOne {
                row.setValue(Self.value(of: kind, index + shift, &random), forKey: kind.key)
            }
            row.setValue(MatrixKind.texts[Int(random.next() % UInt64(MatrixKind.texts.count))], forKey: "other")
            if random.next() % 5 == 0 { row.setValue(nil, forKey: "other") }
            let twin = rows[(index * 5 + shift + 1) % rows.count]
            row.setValue(random.next() % 4 == 0 ? nil : twin, forKey: "twin")
            for case let part as NSManagedObject in (row.value(forKey: "parts") as? NSSet)?.allObjects ?? [] {
                context.delete(part)
            }
            for _ in 0..<(random.next() % 3) {
                let part = NSEntityDescription.insertNewObject(forEntityName: "Part", into: context)
                part.setValue(Self.value(of: .string, Int(random.next() % 50), &random), forKey: "name")
                part.setValue(Self.value(of: .int16, Int(random.next() % 50), &random), forKey: "number")
                part.setValue(row, forKey: "thing")
            }
        }
    }

    /// Every value once, then some at random; a fifth of them nothing.
    private static func value(of kind: MatrixKind, _ index: Int, _ random: inout SeededRandom) -> Any? {
        let number = random.next()
        if number % 6 == 0 { return nil }
        return kind.values[(index < kind.values.count ? index : Int(number % 1_000)) % kind.values.count]
    }

    /// The numbers of the rows that a predicate finds.
    func answer(_ probe: MatrixProbe) throws -> Set<Int> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
        request.predicate = probe.predicate(rows)
        return Set(try context.fetch(request).compactMap { indices[ObjectIdentifier($0)] })
    }
}
