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
    private let folder: URL

    init(_ kind: Kind) throws {
        self.kind = kind
        folder = URL(fileURLWithPath: NSTemporaryDirectory() + "/matrix-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let container = NSPersistentContainer(name: "Matrix", managedObjectModel: PredicateModel.make())
        let description = NSPersistentStoreDescription(url: folder.appendingPathComponent("Matrix.sqlite"))
        if kind == .memory { description.type = NSInMemoryStoreType }
        if kind == .null { description.url = URL(fileURLWithPath: "/dev/null") }
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        context = container.newBackgroundContext()
        try context.performAndWait { try fill() }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

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
