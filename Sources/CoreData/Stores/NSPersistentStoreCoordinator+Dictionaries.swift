import Foundation

// Fetches of dictionaries: a store's own when there is one, else put together of those of each.
extension NSPersistentStoreCoordinator {
    func dictionaries(_ plan: DictionaryPlan) throws -> [NSDictionary] {
        let stores = stores(for: plan.fetch.layout, affected: plan.fetch.affectedStores)
        if stores.count == 1 { return try stores[0].dictionaries(plan) }
        guard plan.groupBy.isEmpty, plan.having == nil, plan.properties?.contains(where: Self.isAggregate) != true
        else {
            throw CocoaErrorText.error(
                NSPersistentStoreUnsupportedRequestTypeError,
                "A fetch of dictionaries with groups, sums or the like cannot span \(stores.count) stores. Name one in "
                    + "affectedStores, and put the results together.")
        }
        // The values that a store sorts by come along, so that the rows of all can be put in order.
        let descriptors = plan.fetch.sortDescriptors
        let keys = descriptors.indices.map { "\u{0}\($0)" as NSString }
        let sorting = zip(keys, descriptors).map { name, descriptor in
            let column = NSExpressionDescription()
            column.name = name as String
            column.expression = NSExpression(forKeyPath: descriptor.keyString ?? "self")
            return column
        }
        var wide = plan
        wide.fetch.offset = 0
        wide.fetch.limit = plan.distinct ? 0 : plan.fetch.windowEnd()
        wide.distinct = false
        wide.sortedBy = sorting
        var rows = try stores.flatMap { try $0.dictionaries(wide) }
        if !descriptors.isEmpty {
            rows = rows.enumerated().sorted { a, b in
                for (key, descriptor) in zip(keys, descriptors) {
                    switch descriptor.order(values: a.element[key], b.element[key]) {
                    case .orderedAscending: return true
                    case .orderedDescending: return false
                    case .orderedSame: continue
                    }
                }
                return a.offset < b.offset
            }.map(\.element)
            for case let row as NSMutableDictionary in rows { row.removeObjects(forKeys: keys) }
        }
        if plan.distinct {
            var seen: Set<NSDictionary> = []
            rows = rows.filter { seen.insert($0).inserted }
        }
        rows.removeFirst(min(plan.fetch.offset, rows.count))
        return plan.fetch.limit > 0 ? Array(rows.prefix(plan.fetch.limit)) : rows
    }

    /// Whether a property of dictionaries is made of many rows.
    private static func isAggregate(_ property: Any) -> Bool {
        guard let expression = (property as? NSExpressionDescription)?.expression else { return false }
        return isAggregate(expression)
    }

    private static func isAggregate(_ expression: NSExpression) -> Bool {
        guard case .function(let name, let operand, let arguments) = expression.kind else { return false }
        switch PredicateFunction(rawValue: name) {
        case .count, .sum, .min, .max, .average: return true
        default: return operand.map(isAggregate) == true || arguments.contains(where: isAggregate)
        }
    }
}
