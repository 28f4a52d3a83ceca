import Foundation

extension NSManagedObjectContext {
    /// Hands a request to the stores.
    ///
    /// - Parameter request: an `NSPersistentHistoryChangeRequest`, or an `NSAsynchronousFetchRequest`, which is run on the
    ///   context's queue after what waits there. Fetch requests go to `fetch(_:)`.
    /// - Returns: the result that belongs to the request, an `NSPersistentHistoryResult` or an
    ///   `NSAsynchronousFetchResult`.
    /// - Throws: `NSPersistentStoreUnsupportedRequestTypeError` for other requests; an error of the store.
    @discardableResult
    public final func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        guard let coordinator = persistentStoreCoordinator else {
            throw CocoaErrorText.error(
                NSCoreDataError, "The context has no persistent store coordinator, so there is nobody to ask.")
        }
        switch request {
        case let request as NSPersistentHistoryChangeRequest: return try coordinator.history(request)
        case let request as any AsynchronousRequest: return request.start(in: self)
        default:
            throw CocoaErrorText.error(
                NSPersistentStoreUnsupportedRequestTypeError,
                "execute(_:) takes requests for the history and asynchronous fetches, not \(type(of: request)). Fetch "
                    + "with fetch(_:).")
        }
    }
}
