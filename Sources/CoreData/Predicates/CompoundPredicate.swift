import Foundation

/// The compound predicates that a format makes.
///
/// Foundation's own class works, but neither writes its format, nor copies, nor compares; this one does, and evaluates
/// a closure tree that is made once.
internal final class CompoundPredicate: NSCompoundPredicate {
    internal let compiled = CompiledPredicateCache()

    override var compoundPredicateType: LogicalType {
        didSet { compiled.forget() }
    }

    override var subpredicates: [NSPredicate] {
        didSet { compiled.forget() }
    }

    override var predicateFormat: String {
        PredicateWriter.text(of: self)
    }

    override var description: String {
        PredicateWriter.text(of: self)
    }

    override func copy(with zone: NSZone? = nil) -> Any {
        CompoundPredicate(type: compoundPredicateType, subpredicates: subpredicates)
    }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPredicate else { return false }
        return other === self || PredicateEquality.areEqual(self, other)
    }

    override var hash: Int {
        PredicateHash.hash(of: self)
    }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        compiled.truth(of: self, .inMemory).isTrue(object, bindings)
    }
}
