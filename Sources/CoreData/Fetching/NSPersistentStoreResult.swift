import Foundation

/// What a request that was handed to `execute(_:)` answers. Each kind of request has a subclass of its own.
open class NSPersistentStoreResult: NSObject {}
