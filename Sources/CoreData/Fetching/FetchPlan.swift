import Foundation

/// A fetch as a store sees it: without contexts and unsaved changes.
struct FetchPlan {
    let layout: EntityLayout
    var includesSubentities = true
    var predicate: NSPredicate?
    var sortDescriptors: [NSSortDescriptor] = []
    var limit = 0
    var offset = 0
    /// How many objects are read at a time; 0 for all at once.
    var batchSize = 0
    var affectedStores: [NSPersistentStore]?
    /// Whether objects the context has already take up the rows that are read.
    var refreshes = false

    init(layout: EntityLayout) { self.layout = layout }

    init<Result>(_ request: NSFetchRequest<Result>, layout: EntityLayout) {
        self.layout = layout
        includesSubentities = request.includesSubentities
        predicate = request.predicate?.preparedToFetch
        sortDescriptors = request.sortDescriptors ?? []
        limit = max(request.fetchLimit, 0)
        offset = max(request.fetchOffset, 0)
        batchSize = max(request.fetchBatchSize, 0)
        affectedStores = request.affectedStores
        refreshes = request.shouldRefreshRefetchedObjects
    }

    /// How many results from the start the window and `more` besides may take; 0 for all.
    func windowEnd(_ more: Int = 0) -> Int {
        guard limit > 0 else { return 0 }
        return [offset, more].reduce(limit) { sum, part in
            let (total, isTooLarge) = sum.addingReportingOverflow(part)
            return isTooLarge ? Int.max : total
        }
    }

    /// Whether objects of that entity may be in the result.
    func includes(_ other: EntityLayout) -> Bool {
        includesSubentities ? other.isKind(of: layout) : other === layout
    }
}
