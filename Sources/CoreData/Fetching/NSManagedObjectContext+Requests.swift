import Foundation

extension NSManagedObjectContext {
    /// Hands a request to the stores.
    ///
    /// - Parameter request: an `NSPersistentHistoryChangeRequest`. Fetch requests go to `fetch(_:)`.
    /// - Returns: the result that belongs to the request, here an `NSPersistentHistoryResult`.
    /// - Throws: `NSPersistentStoreUnsupportedRequestTypeError` for other requests; an error of the store.
    @discardableResult
    public final func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        guard let coordinator = persistentStoreCoordinator else {
            throw CocoaErrorText.error(
                NSCoreDataError, "The context has no persistent store coordinator, so there is nobody to ask.")
        }
        switch request {
        case let request as NSPersistentHistoryChangeRequest: return try coordinator.history(request)
        default:
            throw CocoaErrorText.error(
                NSPersistentStoreUnsupportedRequestTypeError,
                "execute(_:) takes requests for the history, not \(type(of: request)). Fetch with fetch(_:).")
        }
    }
}
