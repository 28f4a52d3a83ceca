import CoreData
import Foundation

/// Reading many values at once, of some attributes only: pictures are left where they are.
extension NSManagedObjectContext {
    /// The values of some attributes, as the store has them.
    ///
    /// - Parameters:
    ///   - keys: The attributes' names.
    ///   - predicate: Which objects; all with nil.
    ///   - order: Which attributes they are sorted by.
    func values<Object: NSManagedObject>(
        _ type: Object.Type, _ keys: [String], where predicate: NSPredicate? = nil, by order: [String] = []
    ) throws -> [StoredValues] {
        let request = NSFetchRequest<NSDictionary>(entityName: String(describing: type))
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = keys
        request.predicate = predicate
        request.sortDescriptors = order.map { NSSortDescriptor(key: $0, ascending: true) }
        return try fetch(request).map { StoredValues($0) }
    }

    /// Does something with one portion after another, so that a condition with many values stays a small one.
    func inPortions<Element>(_ elements: [Element], _ work: (NSManagedObjectContext, [Element]) throws -> Void) throws {
        var start = 0
        while start < elements.count {
            let end = min(start + 1000, elements.count)
            try work(self, Array(elements[start..<end]))
            start = end
        }
    }
}

/// The values of one object.
struct StoredValues {
    private let values: NSDictionary

    init(_ values: NSDictionary) { self.values = values }

    func id(_ key: String = "id") -> UUID { values[key] as? UUID ?? .missing }
    func text(_ key: String) -> String { values[key] as? String ?? "" }
    func number(_ key: String) -> Int { (values[key] as? NSNumber)?.intValue ?? 0 }
    func isTrue(_ key: String) -> Bool { (values[key] as? NSNumber)?.boolValue ?? false }
}
