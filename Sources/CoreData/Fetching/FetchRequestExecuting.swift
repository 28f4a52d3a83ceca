import Foundation

/// The part of a fetch request that hands out results. Not part of Apple's API; see ``FetchedResultsReading``: the request
/// of a controller that a delegate is handed is one of `any NSFetchRequestResult` to it.
public protocol FetchRequestExecuting<ResultType> {
    /// What the request returns.
    associatedtype ResultType
}

extension NSFetchRequest: FetchRequestExecuting {}

extension FetchRequestExecuting where Self: NSPersistentStoreRequest {
    /// Runs the request in the context whose queue the caller is on.
    ///
    /// - Returns: the results.
    /// - Throws: an error of the store; `NSCoreDataError` when no context's block is running.
    public func execute() throws -> [ResultType] {
        guard let context = NSManagedObjectContext.current else {
            throw CocoaErrorText.error(
                NSCoreDataError, "Call execute() inside a context's perform or performAndWait block.")
        }
        // Only requests conform, and a request has no stored property of its result type.
        let request = Unmanaged<NSFetchRequest<ResultType>>.fromOpaque(Unmanaged.passUnretained(self).toOpaque())
        return try context.fetch(request.takeUnretainedValue())
    }
}
