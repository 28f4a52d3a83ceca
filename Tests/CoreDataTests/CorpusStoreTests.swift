import CoreData
import Foundation
import Testing

@Suite("Stores of Apple's tools") struct CorpusStoreTests {
    @Test("Stores that Apple's tools wrote open with their models, and give the rows they hold")
    func corpus() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let corpus = root.deletingLastPathComponent().appendingPathComponent("shared/corpus")
        guard let pairs = try? String(contentsOf: corpus.appendingPathComponent("PAIRS.jsonl"), encoding: .utf8) else {
            print("Skipped: there are no files made by Apple's tools at ../shared/corpus.")
            return
        }
        var opened = 0
        for line in pairs.split(separator: "\n") {
            guard let pair = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let modelPath = pair["model"] as? String, let storePath = pair["source"] as? String,
                storePath.hasPrefix("stores/"), !modelPath.contains("@")
            else { continue }
            let store = corpus.appendingPathComponent(storePath)
            guard FileManager.default.fileExists(atPath: store.path) else { continue }
            let copy = try GardenStack.url()
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
                try FileManager.default.copyItem(atPath: store.path + suffix, toPath: copy.path + suffix)
            }
            let source = corpus.appendingPathComponent(modelPath).deletingLastPathComponent()
            guard let model = NSManagedObjectModel(contentsOf: source) else {
                Issue.record("\(modelPath) cannot be read")
                continue
            }
            let container = NSPersistentContainer(name: "Corpus", managedObjectModel: model)
            container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: copy)]
            var failure: (any Error)?
            container.loadPersistentStores { _, error in failure = error }
            guard failure == nil else {
                Issue.record("\(storePath): \(failure.map { "\($0)" } ?? "")")
                continue
            }
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for entity in model.entities where entity.superentity == nil {
                    let name = try #require(entity.name)
                    let request = NSFetchRequest<NSManagedObject>(entityName: name)
                    let objects = try context.fetch(request)
                    #expect(
                        objects.count == Int(SQLiteFile(copy).texts("SELECT COUNT(*) FROM Z\(name.uppercased())")[0]))
                    for object in objects.prefix(20) {
                        for property in object.entity.propertiesByName.keys { _ = object.value(forKey: property) }
                    }
                }
            }
            opened += 1
        }
        print("Opened \(opened) stores made by Apple's tools.")
    }
}
