import Foundation

extension FetchedChanges {
    /// The changes of a result without sections as a difference of the IDs of its objects: what came, went and moved.
    var difference: CollectionDifference<NSManagedObjectID>? {
        var changes: [CollectionDifference<NSManagedObjectID>.Change] = []
        for event in objects where event.type != .update {
            let id = event.object.objectID
            let (from, to) = (event.from?.row, event.to?.row)
            if let from { changes.append(.remove(offset: from, element: id, associatedWith: to)) }
            if let to { changes.append(.insert(offset: to, element: id, associatedWith: from)) }
        }
        return CollectionDifference(changes)
    }
}
