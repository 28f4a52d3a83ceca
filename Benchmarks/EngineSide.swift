import CoreData
import Foundation

/// The workloads on this engine, each in a new context.
final class EngineSide: Side {
    let container: NSPersistentContainer

    init(_ url: URL, hasDateIndex: Bool) throws {
        let model = hasDateIndex ? BenchmarkModel.dated : BenchmarkModel.plain
        container = NSPersistentContainer(name: "Benchmark", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: url)
        description.setValue("NORMAL" as NSString, forPragmaNamed: "synchronous")
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    func run(_ workload: Workload, _ data: Dataset, _ clock: inout Stopwatch) throws -> Int {
        let context = container.newBackgroundContext()
        var watch = clock
        let sum = try context.performAndWait {
            switch workload {
            case .insert: try insert(data, context, &watch)
            case .read: try read(context, &watch)
            case .window: try window(context, &watch)
            case .byID: try byID(Dataset.keys(of: data.sowings.count), context, &watch)
            case .prefetch: try prefetch(context, &watch)
            case .change: try change(context, &watch)
            case .delete: try delete(context, &watch)
            case .count: try count(context, &watch)
            case .move: try move(context, &watch)
            }
        }
        clock = watch
        return sum
    }
}

extension NSManagedObject {
    /// The primary key of the object's row, as its URI tells it.
    var primaryKey: Int64 { Int64(objectID.uriRepresentation().lastPathComponent.dropFirst()) ?? 0 }
}
