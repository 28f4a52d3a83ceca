import CSQLite
import Foundation
import Testing

@testable import CoreData

@Suite("Large values in files beside the store") struct ExternalDataTests {
    private let url: URL
    private let container: NSPersistentContainer
    private let context: NSManagedObjectContext

    private static let model: NSManagedObjectModel = {
        let photo = NSEntityDescription()
        photo.name = "Photo"
        photo.properties = [
            attribute("title", .stringAttributeType), attribute("image", .binaryDataAttributeType, external: true),
            attribute("raw", .binaryDataAttributeType, external: true), attribute("thumb", .binaryDataAttributeType),
        ]
        photo.uniquenessConstraints = [["title"]]
        let model = NSManagedObjectModel()
        model.entities = [photo]
        return model
    }()

    init() throws {
        url = try GardenStack.url()
        container = try GardenStack.container(url, model: Self.model)
        context = container.newBackgroundContext()
    }

    private var folder: URL { url.deletingLastPathComponent().appendingPathComponent(".Store_SUPPORT/_EXTERNAL_DATA") }
    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
    private var named: [String] {
        SQLiteFile(url).texts("SELECT substr(ZIMAGE, 2, 36) FROM ZPHOTO WHERE substr(ZIMAGE, 1, 1) = x'02'").sorted()
    }

    private func bytes(_ count: Int, _ seed: UInt8 = 7) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(seed)) })
    }

    private func save(_ change: (NSManagedObjectContext) throws -> Void) throws {
        try context.performAndWait {
            try change(context)
            try context.save()
        }
    }

    private func photo(_ title: String) throws -> NSManagedObject {
        try #require(try context.all("Photo", "title == %@", title).first)
    }

    /// What another coordinator reads.
    private func stored(_ title: String, _ key: String = "image") throws -> Data? {
        let other = try GardenStack.container(url, model: Self.model).newBackgroundContext()
        return try other.performAndWait {
            try other.all("Photo", "title == %@", title).first?.value(forKey: key) as? Data
        }
    }

    @Test("Up to 100 KB behind a 1 in the column, beyond that in a file that the column names behind a 2")
    func forms() throws {
        let sizes = [0, 1, 4096, 102_400, 102_401, 300_000]
        try save { context in
            for size in sizes {
                context.make("Photo", ["title": "\(size)", "image": bytes(size), "thumb": bytes(size)])
            }
        }
        for size in sizes {
            #expect(try stored("\(size)") == bytes(size))
            #expect(try stored("\(size)", "thumb") == bytes(size))
        }
        let forms = SQLiteFile(url).texts(
            "SELECT hex(substr(ZIMAGE, 1, 1)) || ' ' || length(ZIMAGE) FROM ZPHOTO ORDER BY CAST(ZTITLE AS INTEGER)")
        #expect(forms == ["01 1", "01 2", "01 4097", "01 102401", "02 38", "02 38"])
        #expect(
            SQLiteFile(url).texts("SELECT DISTINCT hex(substr(ZIMAGE, 38)) FROM ZPHOTO WHERE length(ZIMAGE) = 38") == [
                "00"
            ])
        #expect(files == named && files.count == 2 && files.allSatisfy { UUID(uuidString: $0) != nil })
        #expect(
            try Set(files.map { try Data(contentsOf: folder.appendingPathComponent($0)).count }) == [102_401, 300_000])
        let request = NSFetchRequest<NSDictionary>(entityName: "Photo")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["title", "image"]
        let rows = try context.performAndWait { try context.fetch(request) }
        #expect(rows.allSatisfy { ($0["image"] as? Data)?.count == Int($0["title"] as? String ?? "") })
    }

    @Test("A file goes when its value is replaced, emptied or deleted, and no sooner")
    func orphans() throws {
        try save { $0.make("Photo", ["title": "a", "image": bytes(200_000), "raw": bytes(150_000)]) }
        let first = files
        #expect(first.count == 2)
        try save { _ in try photo("a").setValue("b", forKey: "title") }
        #expect(files == first)
        try save { _ in try photo("b").setValue(bytes(200_001), forKey: "image") }
        #expect(files.count == 2 && named.allSatisfy { !first.contains($0) && files.contains($0) })
        try save { _ in try photo("b").setValue(bytes(10), forKey: "image") }
        #expect(files.count == 1 && named.isEmpty)
        try save { _ in try photo("b").setValue(bytes(200_002), forKey: "image") }
        try context.performAndWait {
            context.delete(try photo("b"))
            #expect(files.count == 2)
            context.rollback()
        }
        #expect(files.count == 2)
        try save { _ in try photo("b").setValue(nil, forKey: "image") }
        #expect(files.count == 1)
        try save { $0.delete(try photo("b")) }
        #expect(files.isEmpty)
    }

    @Test("A save that is refused leaves no file behind, and one that settles its conflicts only the last one's")
    func refused() throws {
        try save { $0.make("Photo", ["title": "taken", "image": bytes(200_000)]) }
        let before = files
        try context.performAndWait {
            let second = context.make("Photo", ["title": "taken", "image": bytes(300_000)])
            #expect(code { try context.save() } == NSManagedObjectConstraintMergeError)
            #expect(files == before)
            second.setValue("free", forKey: "title")
            try context.save()
        }
        #expect(files.count == 2 && files == named)
        let other = try GardenStack.container(url, model: Self.model).newBackgroundContext()
        try other.performAndWait {
            let photo = try #require(try other.all("Photo", "title == 'free'").first)
            photo.setValue(bytes(250_000), forKey: "image")
            try save { _ in try self.photo("free").setValue(bytes(260_000), forKey: "image") }
            #expect(code { try other.save() } == NSManagedObjectMergeError)
            #expect(files.count == 2 && files == named)
            other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try other.save()
        }
        #expect(try stored("free")?.count == 250_000)
        #expect(files.count == 2 && files == named)
    }

    @Test("Values that change hands within a save are each written once")
    func swapped() throws {
        try save { context in
            for title in ["a", "b"] { context.make("Photo", ["title": title]) }
        }
        try save { _ in
            let (a, b) = (try photo("a"), try photo("b"))
            for (photo, title) in [(a, "b"), (b, "a")] {
                photo.setValue(title, forKey: "title")
                photo.setValue(bytes(200_000, title == "a" ? 1 : 2), forKey: "image")
            }
        }
        #expect(files.count == 2 && files == named)
        #expect(try stored("a") == bytes(200_000, 1))
    }

    @Test("A file is whole before the commit; when the commit fails it goes", arguments: [true, false])
    func beforeCommit(commits: Bool) throws {
        let store = try #require(container.persistentStoreCoordinator.persistentStores.first as? SQLiteStore)
        let watch = CommitWatch(folder: folder, refuses: !commits)
        // One thread works here, so there is one connection.
        try store.withConnection("read") { connection in
            _ = sqlite3_commit_hook(
                connection.handle,
                { context in
                    // The watch lives until the hook is taken away.
                    let watch = Unmanaged<CommitWatch>.fromOpaque(context!).takeUnretainedValue()
                    watch.look()
                    return watch.refuses ? 1 : 0
                }, Unmanaged.passUnretained(watch).toOpaque())
        }
        let refusal = code { try save { $0.make("Photo", ["title": "a", "image": bytes(200_000)]) } }
        #expect(watch.sizes == [200_000])
        #expect((refusal == nil) == commits)
        #expect(files.count == (commits ? 1 : 0))
        try store.withConnection("read") { _ = sqlite3_commit_hook($0.handle, nil, nil) }
        if !commits {
            try context.performAndWait { try context.save() }
            #expect(files.count == 1 && files == named)
        }
    }

    private final class CommitWatch {
        let folder: URL
        let refuses: Bool
        var sizes: [Int] = []

        init(folder: URL, refuses: Bool) {
            self.folder = folder
            self.refuses = refuses
        }

        func look() {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            sizes += names.compactMap { try? Data(contentsOf: folder.appendingPathComponent($0)).count }
        }
    }

    @Test("What a save that was cut off left behind goes at the next opening; what is named or not ours stays")
    func strays() throws {
        try save { context in
            context.make("Photo", ["title": "a", "image": bytes(200_000)])
            context.make("Photo", ["title": "b", "raw": bytes(200_000)])
        }
        let kept = files
        try container.persistentStoreCoordinator.remove(container.persistentStoreCoordinator.persistentStores[0])
        for name in [UUID().uuidString, "notes.txt"] {
            try bytes(10).write(to: folder.appendingPathComponent(name))
        }
        // A model that knows nothing of the values is no reason to drop them.
        let entity = NSEntityDescription()
        entity.name = "Other"
        let other = NSManagedObjectModel()
        other.entities = [entity]
        _ = SQLiteFile(url).texts("CREATE TABLE ZOTHER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER)")
        _ = try GardenStack.container(
            url, options: [NSIgnorePersistentStoreVersioningOption: true as NSNumber], model: other)
        #expect(files == (kept + ["notes.txt"]).sorted())
        #expect(try stored("a") == bytes(200_000))
    }

    @Test("A missing file is an error that names the folder; a name that is no UUID leads nowhere")
    func missing() throws {
        try save { $0.make("Photo", ["title": "a", "image": bytes(200_000)]) }
        try FileManager.default.removeItem(at: folder.appendingPathComponent(files[0]))
        func refusal() -> NSError? {
            do {
                _ = try stored("a")
                return nil
            } catch { return error as NSError }
        }
        #expect(refusal()?.code == 256)
        #expect(refusal()?.localizedDescription.contains(folder.path) == true)
        for name in ["../../Store.sqlite", "", String(repeating: "x", count: 36)] {
            _ = SQLiteFile(url).texts("UPDATE ZPHOTO SET ZIMAGE = x'02' || CAST('\(name)' AS BLOB) || x'00'")
            #expect(refusal()?.code == 256)
        }
        // A value from before the attribute was allowed files.
        _ = SQLiteFile(url).texts("UPDATE ZPHOTO SET ZIMAGE = x'FFD8FF'")
        #expect(try stored("a") == Data([0xFF, 0xD8, 0xFF]))
    }

    @Test("A value that was replaced after its row was read is read as it is now")
    func replaced() throws {
        let store = try #require(container.persistentStoreCoordinator.persistentStores.first as? SQLiteStore)
        try save { $0.make("Photo", ["title": "a", "image": bytes(200_000)]) }
        let place = SQLiteStore.ExternalPlace(table: "ZPHOTO", column: "ZIMAGE", primaryKey: 1)
        let old = ExternalForm.file(files[0]).column
        #expect(try store.externalData(old, at: place) == bytes(200_000))
        try save { _ in try photo("a").setValue(bytes(300_000), forKey: "image") }
        #expect(try store.externalData(old, at: place) == bytes(300_000))
        try save { _ in try photo("a").setValue(nil, forKey: "image") }
        #expect(try store.externalData(old, at: place) == nil)
        try save { $0.delete(try photo("a")) }
        #expect(try store.externalData(old, at: place) == nil)
    }

    @Test("When no file can be written the save fails whole, and can be tried again")
    func unwritable() throws {
        let support = folder.deletingLastPathComponent()
        try Data().write(to: support)
        try context.performAndWait {
            context.make("Photo", ["title": "a", "image": bytes(200_000)])
            context.make("Photo", ["title": "b"])
            #expect(code { try context.save() } == 512)
            #expect(context.insertedObjects.count == 2)
            #expect(SQLiteFile(url).texts("SELECT COUNT(*) FROM ZPHOTO") == ["0"])
            try FileManager.default.removeItem(at: support)
            try context.save()
        }
        #expect(files.count == 1 && files == named)
    }

    @Test("A store in memory makes no files")
    func memory() throws {
        let memory = try GardenStack.container(type: NSInMemoryStoreType, model: Self.model).newBackgroundContext()
        try memory.performAndWait {
            memory.make("Photo", ["title": "a", "image": bytes(200_000)])
            try memory.save()
            memory.reset()
            #expect(try memory.all("Photo")[0].value(forKey: "image") as? Data == bytes(200_000))
        }
    }
}
