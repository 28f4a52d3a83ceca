import CSQLite
import Foundation
import Synchronization
import Testing

@testable import CoreData

@Suite("One store in the place of another") struct ReplacingTests {
    private let url: URL
    private let copy: URL
    private let container: NSPersistentContainer
    private let context: NSManagedObjectContext
    private let other: NSPersistentStoreCoordinator

    private static let model: NSManagedObjectModel = {
        let photo = entity(
            "Photo",
            [
                attribute("title", .stringAttributeType), attribute("size", .integer64AttributeType),
                attribute("image", .binaryDataAttributeType, external: true),
            ])
        let model = NSManagedObjectModel()
        model.entities = [photo]
        return model
    }()

    init() throws {
        url = try GardenStack.url()
        let folder = url.deletingLastPathComponent().appendingPathComponent("copies")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        copy = folder.appendingPathComponent("Copy.sqlite")
        container = try GardenStack.container(url, model: Self.model)
        context = container.newBackgroundContext()
        other = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    }

    private func add(_ title: String, bytes: Int = 0) throws {
        try context.performAndWait {
            context.make(
                "Photo", ["title": title, "size": bytes, "image": Data(repeating: UInt8(bytes % 251), count: bytes)])
            try context.save()
        }
    }

    private func replace(
        _ destination: URL? = nil, from source: URL? = nil, to options: [AnyHashable: Any]? = nil,
        reading: [AnyHashable: Any]? = nil
    ) throws {
        try other.replacePersistentStore(
            at: destination ?? copy, destinationOptions: options, withPersistentStoreFrom: source ?? url,
            sourceOptions: reading, ofType: NSSQLiteStoreType)
    }

    /// The titles in a store; each picture has to be whole.
    private func titles(_ file: URL) throws -> [String] {
        let context = try GardenStack.container(file, model: Self.model).newBackgroundContext()
        return try context.performAndWait {
            try context.all("Photo").map { photo in
                let size = try #require(photo.value(forKey: "size") as? Int64)
                let image = try #require(photo.value(forKey: "image") as? Data)
                #expect(image.count == size && image.allSatisfy { $0 == UInt8(size % 251) })
                return try #require(photo.text("title"))
            }.sorted()
        }
    }

    private func pictures(_ file: URL) -> [String] {
        let name = ".\(file.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA"
        let folder = file.deletingLastPathComponent().appendingPathComponent(name)
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    private func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: copy.deletingLastPathComponent().path)
    }

    @Test("The copy of an open store has all that was saved, in one file and its folder")
    func copied() throws {
        try add("small")
        try add("large", bytes: 200_000)
        try context.performAndWait {
            context.make("Photo", ["title": "not saved", "size": 0, "image": Data()])
            try replace()
            context.rollback()
        }
        #expect(try Set(leftovers()) == ["Copy.sqlite", ".Copy_SUPPORT"])
        #expect(pictures(copy).count == 1)
        #expect(try titles(copy) == ["large", "small"])
        #expect(try titles(url) == ["large", "small"])
    }

    @Test("A later copy takes the place of an earlier one, with its pictures; who has it open reads the new rows")
    func again() throws {
        try add("first", bytes: 150_000)
        try replace()
        let early = pictures(copy)
        let reader = try GardenStack.container(copy, model: Self.model).newBackgroundContext()
        #expect(try reader.performAndWait { try reader.all("Photo").count } == 1)
        try context.performAndWait {
            for photo in try context.all("Photo") { context.delete(photo) }
            try context.save()
        }
        try add("second", bytes: 300_000)
        try add("third", bytes: 300_000)
        try replace()
        #expect(pictures(copy) == pictures(url) && pictures(copy).count == 2 && !pictures(copy).contains(early[0]))
        let now = try reader.performAndWait {
            reader.reset()
            return try reader.all("Photo").compactMap { $0.text("title") }.sorted()
        }
        #expect(now == ["second", "third"])
        #expect(try titles(copy) == ["second", "third"])
    }

    @Test("No other store's pictures go because its name differs in the extension alone")
    func sameStem() throws {
        try add("first", bytes: 150_000)
        try replace()
        let sibling = copy.deletingPathExtension().appendingPathExtension("tue")
        let failure = #expect(throws: NSError.self) { try replace(sibling) }
        #expect(failure?.localizedDescription.contains("Copy.sqlite") == true)
        // One that was put there by hand: opening it clears nothing away that may be the other's.
        try Data(contentsOf: copy).write(to: sibling)
        let context = try GardenStack.container(sibling, model: Self.model).newBackgroundContext()
        try context.performAndWait {
            for photo in try context.all("Photo") { photo.setValue(nil, forKey: "title") }
            try context.save()
        }
        try FileManager.default.copyItem(
            at: copy.deletingLastPathComponent().appendingPathComponent(
                ".Copy_SUPPORT/_EXTERNAL_DATA/\(pictures(copy)[0])"),
            to: copy.deletingLastPathComponent().appendingPathComponent(
                ".Copy_SUPPORT/_EXTERNAL_DATA/\(UUID().uuidString)"))
        _ = try GardenStack.container(sibling, model: Self.model)
        #expect(pictures(copy).count == 2)
        #expect(try titles(copy) == ["first"])
    }

    @Test("A picture that is there in part is copied again")
    func torn() throws {
        try add("first", bytes: 150_000)
        try replace()
        let file = copy.deletingLastPathComponent()
            .appendingPathComponent(".Copy_SUPPORT/_EXTERNAL_DATA/\(pictures(copy)[0])")
        try Data("torn".utf8).write(to: file)
        let holder = try SQLiteConnection(path: copy.path, flags: SQLITE_OPEN_READWRITE, timeout: 1)
        try holder.execute("BEGIN IMMEDIATE")
        #expect(throws: NSError.self) { try replace(to: [NSPersistentStoreTimeoutOption: 0.05]) }
        try holder.execute("ROLLBACK")
        #expect(pictures(copy).count == 1)
        try replace()
        #expect(try titles(copy) == ["first"])
    }

    @Test("What was lost is brought back by the copy")
    func broughtBack() throws {
        try add("kept", bytes: 120_000)
        try replace()
        try add("later", bytes: 130_000)
        try container.persistentStoreCoordinator.remove(container.persistentStoreCoordinator.persistentStores[0])
        try replace(url, from: copy)
        #expect(try titles(url) == ["kept"])
        #expect(pictures(url) == pictures(copy))
    }

    @Test("Copies that are made while others save are each the store of one moment")
    func whileSaving() throws {
        // A save writes all three, so no moment has pictures of different sizes.
        try context.performAndWait {
            for title in ["a", "b", "c"] {
                context.make("Photo", ["title": title, "size": 0, "image": Data()])
            }
            try context.save()
        }
        let isDone = Atomic(false)
        let (hasBegun, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let writer = context
        DispatchQueue.global().async {
            writer.performAndWait {
                #expect(throws: Never.self) {
                    var size = 110_000
                    while !isDone.load(ordering: .relaxed) {
                        size = 110_000 + (size + 1) % 40
                        for photo in try writer.all("Photo") {
                            photo.setValue(size, forKey: "size")
                            photo.setValue(Data(repeating: UInt8(size % 251), count: size), forKey: "image")
                        }
                        try writer.save()
                        hasBegun.signal()
                    }
                }
            }
            hasBegun.signal()
            hasEnded.signal()
        }
        hasBegun.wait()
        defer {
            isDone.store(true, ordering: .relaxed)
            hasEnded.wait()
        }
        for number in 0..<12 {
            let file = copy.deletingLastPathComponent().appendingPathComponent("Copy\(number).sqlite")
            try replace(file)
            #expect(try titles(file) == ["a", "b", "c"])
            #expect(Set(SQLiteFile(file).texts("SELECT ZSIZE FROM ZPHOTO")).count == 1)
        }
    }

    @Test(
        "What is no store is neither copied nor replaced",
        arguments: [
            ("words", "is not a store"), ("foreign", "no Core Data store"), ("torn", "damaged"), ("none", "no store"),
        ])
    func noStore(kind: String, says: String) throws {
        try add("good", bytes: 110_000)
        let bad = copy.deletingLastPathComponent().appendingPathComponent("Bad.sqlite")
        switch kind {
        case "words": try Data(repeating: 65, count: 9000).write(to: bad)
        case "foreign": _ = SQLiteFile(bad).texts("CREATE TABLE a (b)")
        case "torn":
            for number in 0..<200 { try add("row \(number)") }
            try replace(bad)
            let handle = try FileHandle(forUpdating: bad)
            try handle.seek(toOffset: 4096 * 3)
            try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096 * 3))
            try handle.close()
        default: break
        }
        try replace()
        let (before, bytes) = (try Data(contentsOf: copy), try? Data(contentsOf: bad))
        let failure = #expect(throws: NSError.self) { try replace(from: bad) }
        #expect(failure?.localizedDescription.contains(says) == true, "\(failure?.localizedDescription ?? "")")
        #expect(try Data(contentsOf: copy) == before && pictures(copy).count == 1)
        #expect(try titles(copy).contains("good"))
        if kind == "words" || kind == "foreign" {
            #expect(throws: NSError.self) { try replace(bad) }
            #expect(try Data(contentsOf: bad) == bytes)
            #expect(pictures(bad) == [])
        }
        #expect(throws: NSError.self) { try replace(url) }
        #expect(throws: NSError.self) {
            try other.replacePersistentStore(
                at: copy, withPersistentStoreFrom: url, ofType: NSInMemoryStoreType)
        }
    }

    @Test("Where the copy cannot be written or others hold it, nothing is left behind and nothing is lost")
    func cannotBeWritten() throws {
        try add("good", bytes: 110_000)
        let nowhere = copy.deletingLastPathComponent().appendingPathComponent("none/Copy.sqlite")
        #expect(throws: NSError.self) { try replace(nowhere) }
        #expect(throws: NSError.self) {
            try replace(from: url.deletingLastPathComponent().appendingPathComponent("none.sqlite"))
        }
        #expect(try leftovers() == [])
        try replace()
        try add("later", bytes: 140_000)
        let holder = try SQLiteConnection(path: copy.path, flags: SQLITE_OPEN_READWRITE, timeout: 1)
        try holder.execute("BEGIN IMMEDIATE")
        let failure = #expect(throws: NSError.self) { try replace(to: [NSPersistentStoreTimeoutOption: 0.05]) }
        #expect(failure?.code == NSPersistentStoreTimeoutError)
        try holder.execute("ROLLBACK")
        #expect(pictures(copy).count == 1)
        #expect(try titles(copy) == ["good"])
        let store = try other.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: copy)
        #expect(throws: NSError.self) { try replace() }
        try other.remove(store)
        try replace(reading: [NSReadOnlyPersistentStoreOption: true])
        #expect(try titles(copy) == ["good", "later"])
    }
}
