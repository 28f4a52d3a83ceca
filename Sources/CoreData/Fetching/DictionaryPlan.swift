import Foundation

/// A fetch of dictionaries, as a store sees it.
struct DictionaryPlan {
    let fetch: FetchPlan
    /// The names, descriptions and expressions to return; nil for all attributes.
    let properties: [Any]?
    let groupBy: [Any]
    let having: NSPredicate?
    let distinct: Bool

    init<Result>(_ request: NSFetchRequest<Result>, plan: FetchPlan) {
        fetch = plan
        properties = request.propertiesToFetch
        groupBy = request.propertiesToGroupBy ?? []
        having = request.havingPredicate
        distinct = request.returnsDistinctResults
    }
}
