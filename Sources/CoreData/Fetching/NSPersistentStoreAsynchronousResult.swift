import Foundation

/// The result of a request that is still being answered when it is handed back.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult, @unchecked Sendable {
    // The error is set on the context's queue, before who waits for the result is told.

    /// The context that was given the request.
    public final let managedObjectContext: NSManagedObjectContext
    /// How far the request is. It is a part of the progress that was the current one when the request was made.
    public final let progress: Progress?
    /// Why there is no result; nil as long as nothing went wrong.
    public internal(set) final var operationError: (any Error)?

    init(_ context: NSManagedObjectContext, progress: Progress) {
        managedObjectContext = context
        self.progress = progress
        super.init()
    }

    /// Gives the request up, unless it is answered already: it then ends with `CocoaError.userCancelled`.
    open func cancel() { progress?.cancel() }
}
