import Foundation
import Synchronization

/// An expression whose value is the result of a fetch request, `FETCH` where it is shown.
///
///     let recent = NSFetchRequestExpression.expression(
///         forFetch: NSExpression(forConstantValue: request), context: NSExpression(forConstantValue: context),
///         countOnly: false)
///     NSPredicate(format: "plant IN %@", recent)
///
/// As part of another fetch's predicate it is fetched first, once.
open class NSFetchRequestExpression: NSExpression {
    /// The expression whose value is the request.
    public final let requestExpression: NSExpression
    /// The expression whose value is the context.
    public final let contextExpression: NSExpression
    /// Whether the value is the number of objects, and not the objects.
    public final let isCountOnlyRequest: Bool

    /// Whether there ever was such an expression: predicates without need not be searched for them.
    private static let wasMade = Atomic(false)

    private init(_ request: NSExpression, _ context: NSExpression, countOnly: Bool) {
        (requestExpression, contextExpression, isCountOnlyRequest) = (request, context, countOnly)
        Self.wasMade.store(true, ordering: .releasing)
        super.init(kind: .block({ _, _, _ in NSNull() }, arguments: [request, context]))
    }

    /// Returns an expression for the result of a fetch request.
    ///
    /// - Parameters:
    ///   - fetch: gives the `NSFetchRequest`.
    ///   - context: gives the `NSManagedObjectContext`; its queue is the one the expression is evaluated on.
    ///   - countFlag: true for the number of objects, as a number; false for an array of what is fetched. Where the
    ///     request asks for dictionaries of one property, it is an array of its values.
    open class func expression(
        forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
    ) -> NSExpression {
        NSFetchRequestExpression(fetch, context, countOnly: countFlag)
    }

    /// The result of the request; nil when there is no request or no context, or the fetch fails.
    ///
    /// - Parameters:
    ///   - object: what key paths in the two expressions start from.
    ///   - context: the values of variables, by name.
    open override func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        guard let request = requestExpression.expressionValue(with: object, context: context) as? any FetchableRequest,
            let place = contextExpression.expressionValue(with: object, context: context) as? NSManagedObjectContext
        else { return nil }
        return try? isCountOnlyRequest ? NSNumber(value: request.count(in: place)) : request.values(in: place)
    }

    /// `predicate` with the results of fetch request expressions in their places; those that fail stay.
    internal static func resolved(in predicate: NSPredicate) -> NSPredicate {
        guard wasMade.load(ordering: .acquiring) else { return predicate }
        return VariableSubstitution([:], fetches: true).applied(to: predicate)
    }
}

/// A fetch request, whatever it results in.
private protocol FetchableRequest {
    func values(in context: NSManagedObjectContext) throws -> [Any]
    func count(in context: NSManagedObjectContext) throws -> Int
}

extension NSFetchRequest: FetchableRequest {
    fileprivate func values(in context: NSManagedObjectContext) throws -> [Any] {
        try context.fetch(self).map { result in
            guard let row = result as? NSDictionary, row.count <= 1 else { return result }
            return row.allValues.first ?? NSNull()
        }
    }

    fileprivate func count(in context: NSManagedObjectContext) throws -> Int { try context.count(for: self) }
}
