import Foundation

/// A fetch that does not keep its caller waiting.
///
/// ```swift
/// let request = NSAsynchronousFetchRequest(fetchRequest: Seed.fetchRequest()) { result in
///     show(result.finalResult ?? [])
/// }
/// try context.execute(request)
/// ```
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
    /// What to fetch.
    public final let fetchRequest: NSFetchRequest<ResultType>
    /// Called on the context's queue when the fetch is over, however it ended.
    public final let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
    /// How many results there will be, as far as one knows: what the progress counts to until they are counted.
    open var estimatedResultCount = 0

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - fetchRequest: what to fetch.
    ///   - completionBlock: called on the context's queue when the fetch is over.
    public init(
        fetchRequest: NSFetchRequest<ResultType>,
        completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        self.fetchRequest = fetchRequest
        self.completionBlock = completionBlock
        super.init()
    }
}

/// A request that is answered later.
protocol AsynchronousRequest {
    /// Hands the request to the context's queue.
    func start(in context: NSManagedObjectContext) -> NSPersistentStoreResult
}

extension NSAsynchronousFetchRequest: AsynchronousRequest {
    func start(in context: NSManagedObjectContext) -> NSPersistentStoreResult {
        let progress = Progress(totalUnitCount: Int64(max(estimatedResultCount, 1)))
        let result = NSAsynchronousFetchResult(self, in: context, progress: progress)
        context.perform { result.fetch() }
        return result
    }
}
