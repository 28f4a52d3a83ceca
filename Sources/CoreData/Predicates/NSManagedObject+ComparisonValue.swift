import Foundation

extension NSManagedObject {
    /// The value of a property in the form in which predicates compare.
    internal final func comparisonValue(forKey key: String) -> ComparisonValue {
        ComparisonValue(value(forKey: key))
    }
}
