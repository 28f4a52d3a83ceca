import CoreData
import Foundation

extension NSManagedObjectContext {
    /// The one object whose `key` is `value`, or nil.
    func first<Object: NSManagedObject>(_ type: Object.Type, _ key: String, is value: UUID) throws -> Object? {
        try first(type, where: NSPredicate(format: "%K == %@", key, value))
    }

    /// The one object whose `key` is `value`, or nil.
    func first<Object: NSManagedObject>(_ type: Object.Type, _ key: String, is value: String) throws
        -> Object?
    {
        try first(type, where: NSPredicate(format: "%K == %@", key, value))
    }

    /// One object that matches, or nil.
    func first<Object: NSManagedObject>(_ type: Object.Type, where predicate: NSPredicate) throws -> Object? {
        let request = NSFetchRequest<Object>(entityName: String(describing: type))
        request.predicate = predicate
        request.fetchLimit = 1
        return try fetch(request).first
    }

    /// All objects, in no order.
    func all<Object: NSManagedObject>(_ type: Object.Type) throws -> [Object] {
        try fetch(NSFetchRequest<Object>(entityName: String(describing: type)))
    }

    /// The number of objects that match; of all with nil.
    func number<Object: NSManagedObject>(of type: Object.Type, where predicate: NSPredicate? = nil) throws
        -> Int
    {
        let request = NSFetchRequest<Object>(entityName: String(describing: type))
        request.predicate = predicate
        return try count(for: request)
    }

    /// One portion of the objects that match, in the order of their sort keys.
    ///
    /// - Parameters:
    ///   - predicate: Which objects; all with nil.
    ///   - cursor: After which to begin; at the top with nil.
    ///   - isDescending: Whether greater keys come first.
    ///   - limit: How many objects at most.
    func portion<Object: NSManagedObject>(
        of type: Object.Type, where predicate: NSPredicate?, after cursor: RowCursor?,
        isDescending: Bool = false, limit: Int
    ) throws -> [Object] {
        let request = NSFetchRequest<Object>(entityName: String(describing: type))
        var conditions = predicate.map { [$0] } ?? []
        if let cursor {
            conditions.append(NSPredicate(format: isDescending ? "sortKey < %@" : "sortKey > %@", cursor.key))
        }
        if !conditions.isEmpty {
            request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: conditions)
        }
        request.sortDescriptors = [NSSortDescriptor(key: "sortKey", ascending: !isDescending)]
        request.fetchLimit = max(0, limit)
        return try fetch(request)
    }
}
