/// Makes objects of the entries of a result, a batch at a time when the result keeps keys only.
final class FetchedBatches {
    // The context holds the controller's observer, and the controller the context.
    private let context: NSManagedObjectContext
    let size: Int
    /// The objects of the batches that were last asked for, so that reading on in one of them reads nothing again.
    private var recent: [[NSManagedObject]] = []
    private static let mostRecent = 8

    init(_ context: NSManagedObjectContext, size: Int) {
        self.context = context
        self.size = size
    }

    /// The object of an entry. Its values are read when they are asked for.
    func object(_ entry: FetchedList.Entry) -> NSManagedObject {
        entry.object ?? context.object(for: ObjectKey(raw: entry.mark))
    }

    /// The object at a place, and with it the values of those that stand in one batch with it.
    func object(at index: Int, in list: FetchedList) -> NSManagedObject {
        let entry = list[index]
        if let object = entry.object { return object }
        if let known = context.registry.object(for: ObjectKey(raw: entry.mark)), known.row != nil { return known }
        let start = index - index % size
        let objects = read(list.marks(start..<min(start + size, list.count)))
        if recent.count == Self.mostRecent { recent.removeFirst() }
        recent.append(objects)
        return context.object(for: ObjectKey(raw: entry.mark))
    }

    /// The objects of some keys, with their values.
    func read(_ keys: ContiguousArray<UInt64>) -> [NSManagedObject] {
        context.objects(reading: keys.map(ObjectKey.init(raw:)))
    }

    /// The objects of some keys, as faults that are read a batch at a time.
    func faults(_ keys: ContiguousArray<UInt64>) -> [NSManagedObject] { context.faults(keys, batchSize: size) }
}
