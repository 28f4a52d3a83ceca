import CoreData
import Foundation

/// Tells a lost race from other reasons why a save failed.
enum SaveConflict {
    /// What to throw within a `write` that sees for itself that a race is lost: it is run again.
    static var lost: NSError { NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectMergeError) }

    /// Whether `error` says that another context or program changed or deleted the same rows, or took
    /// the same unique value, since they were read.
    static func isOne(_ error: any Error) -> Bool {
        let error = error as NSError
        guard error.domain == NSCocoaErrorDomain else { return false }
        switch error.code {
        case NSManagedObjectMergeError, NSManagedObjectConstraintMergeError,
            NSManagedObjectConstraintValidationError, NSPersistentStoreSaveConflictsError,
            NSManagedObjectReferentialIntegrityError:
            return true
        case NSValidationMultipleErrorsError:
            let details = error.userInfo[NSDetailedErrorsKey] as? [any Error] ?? []
            return !details.isEmpty && details.allSatisfy(isOne)
        default: return false
        }
    }
}
