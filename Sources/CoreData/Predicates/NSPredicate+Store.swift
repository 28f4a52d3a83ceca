import Foundation

extension NSPredicate {
    /// Whether an SQLite store's fetch would return the object, by its present values.
    internal final func matches(_ object: NSManagedObject) -> Bool {
        let tree: TruthNode
        switch self {
        case let comparison as NSComparisonPredicate: tree = comparison.compiled.truth(of: self, .store)
        case let compound as CompoundPredicate: tree = compound.compiled.truth(of: self, .store)
        default: tree = PredicateCompiler(.store).compile(self)
        }
        return tree.isTrue(ComparisonValue.object(object))
    }

    /// The predicate as it is asked many times: a compound of Foundation's own class keeps no tree, and what has to be
    /// fetched first is.
    internal final var preparedToFetch: NSPredicate {
        let predicate = NSFetchRequestExpression.resolved(in: self)
        guard let compound = predicate as? NSCompoundPredicate, !(compound is CompoundPredicate) else {
            return predicate
        }
        return CompoundPredicate(type: compound.compoundPredicateType, subpredicates: compound.subpredicates)
    }

    /// Whether the answer may depend on other objects than the one that is asked about.
    internal final func mentionsRelationships(of layout: EntityLayout) -> Bool {
        switch self {
        case let compound as NSCompoundPredicate:
            compound.subpredicates.contains { $0.mentionsRelationships(of: layout) }
        case let comparison as NSComparisonPredicate:
            comparison.leftExpression.mentionsRelationships(of: layout)
                || comparison.rightExpression.mentionsRelationships(of: layout)
        default:
            PlainPredicate(self).value == nil
        }
    }
}

extension NSExpression {
    fileprivate func mentionsRelationships(of layout: EntityLayout) -> Bool {
        switch kind {
        case .constant, .evaluatedObject, .variable, .anyKey: return false
        case .keyPath(let path, nil):
            // A to-one relationship itself is a value of the row; what lies behind it is not.
            guard !path.isPath, let slot = layout.slotsByName[path] else { return true }
            return layout.slots[slot].isToMany
        case .function(_, nil, let arguments), .aggregate(let arguments):
            return arguments.contains { $0.mentionsRelationships(of: layout) }
        default: return true
        }
    }
}

extension NSManagedObject {
    /// The value at the end of a path, with collection operators.
    internal final func modelledValue(forKeyPath keyPath: String) -> Any? {
        if let aggregate = aggregatedValue(forKeyPath: keyPath) { return aggregate.boxed }
        return KeyValueCoding.value(of: self, forKeyPath: keyPath)
    }
}
