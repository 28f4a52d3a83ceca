@testable import CoreData

/// One comparison to be asked everywhere.
struct MatrixProbe {
    enum Other: String, CaseIterable { case value, nothing = "nil", column }

    let cell: MatrixCell
    /// The predicate, given the rows of the place where it is asked.
    let predicate: ([NSManagedObject]) -> NSPredicate

    /// The opposite, which tells an answer that is unknown from one that is no.
    var negated: MatrixProbe {
        MatrixProbe(cell: cell) { NSCompoundPredicate(notPredicateWithSubpredicate: predicate($0)) }
    }
}

/// Where the numbers of comparisons are counted.
struct MatrixCell: Hashable {
    let operation: String
    let kind: String
    let options: String
    let other: MatrixProbe.Other
}
