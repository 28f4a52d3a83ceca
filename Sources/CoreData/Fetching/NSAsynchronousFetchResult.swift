import Foundation

/// The result of an asynchronous fetch.
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult, @unchecked Sendable {
    // The result is set on the context's queue, before the completion block is called.

    /// The request.
    public final let fetchRequest: NSAsynchronousFetchRequest<ResultType>
    /// What was found; nil until then, and when the fetch failed or was given up.
    public internal(set) final var finalResult: [ResultType]?

    init(_ request: NSAsynchronousFetchRequest<ResultType>, in context: NSManagedObjectContext, progress: Progress) {
        fetchRequest = request
        super.init(context, progress: progress)
    }

    /// Fetches, on the context's queue, and tells who waits.
    func fetch() {
        do {
            try requireWanted()
            let found = try managedObjectContext.fetch(fetchRequest.fetchRequest)
            try requireWanted()
            finalResult = found
            // Foundation on Linux traps on a total of 0, and counts one as unfinished elsewhere.
            let total = Int64(max(found.count, 1))
            progress?.totalUnitCount = total
            progress?.completedUnitCount = total
        } catch {
            operationError = error
        }
        fetchRequest.completionBlock?(self)
    }

    private func requireWanted() throws {
        if progress?.isCancelled == true { throw CocoaError(.userCancelled) }
    }
}
