import Foundation

/// A property whose value is the result of a fetch, made when it is first read.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    /// The fetch request; typed `fetchRequest` stands with the fetch requests.
    internal final var fetchRequestStorage: AnyObject?

    internal override func copyState(to copy: NSPropertyDescription) {
        super.copyState(to: copy)
        guard let copy = copy as? NSFetchedPropertyDescription else { return }
        copy.fetchRequestStorage = fetchRequestStorage
    }
}
