import Foundation

/// A property whose value is the result of a fetch, made when it is first read.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    /// What is fetched. In its predicate `$FETCH_SOURCE` is the object whose property is read, and
    /// `$FETCHED_PROPERTY` this description.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        willSet { requireMutable() }
    }

    internal override func copyState(to copy: NSPropertyDescription) {
        super.copyState(to: copy)
        guard let copy = copy as? NSFetchedPropertyDescription else { return }
        copy.fetchRequest = fetchRequest
    }
}
