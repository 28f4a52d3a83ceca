import Foundation

/// A fetch of dictionaries, as a store sees it.
struct DictionaryPlan {
    var fetch: FetchPlan
    /// The names, descriptions and expressions to return; nil for all attributes.
    let properties: [Any]?
    let groupBy: [Any]
    let having: NSPredicate?
    var distinct: Bool
    /// What comes along besides, for who puts the dictionaries of several stores in order.
    var sortedBy: [NSExpressionDescription] = []

    init<Result>(_ request: NSFetchRequest<Result>, plan: FetchPlan) {
        fetch = plan
        properties = request.propertiesToFetch
        groupBy = request.propertiesToGroupBy ?? []
        having = request.havingPredicate
        distinct = request.returnsDistinctResults
    }
}
