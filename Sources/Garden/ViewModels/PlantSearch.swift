import CoreData
import Foundation

/// What a search for plants asks of the store.
enum PlantSearch {
    /// The condition for the plants that match; nil when all do.
    static func predicate(_ search: String) -> NSPredicate? {
        let terms = SearchKey.terms(search)
        guard terms.isEmpty else {
            return NSCompoundPredicate(
                andPredicateWithSubpredicates: terms.map { NSPredicate(format: "searchKey CONTAINS %@", $0) })
        }
        // Signs alone are no words; whoever types "×" looks for the names that have it.
        let signs = SearchKey.signs(search)
        return signs.isEmpty ? nil : NSPredicate(format: "nameKey CONTAINS %@", signs)
    }
}
