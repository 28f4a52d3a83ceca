import Foundation

// Core Data's error codes and user-info keys in `NSCocoaErrorDomain`, with Apple's names and values.

/// A list of errors, when an error stands for several.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// The object that is not valid.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// The property that is not valid.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// The predicate that rejected the value.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// The value that was rejected.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// The stores an error is about.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
/// The objects an error is about.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
/// The conflicts that kept a save from happening: `NSMergeConflict` or `NSConstraintConflict`.
public let NSPersistentStoreSaveConflictsErrorKey = "NSPersistentStoreSaveConflictsErrorKey"
/// SQLite's own error code, in the user info of an error of an SQLite store.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

public let NSManagedObjectValidationError = 1550
public let NSManagedObjectConstraintValidationError = 1551
public let NSValidationMultipleErrorsError = 1560
public let NSValidationMissingMandatoryPropertyError = 1570
public let NSValidationRelationshipLacksMinimumCountError = 1580
public let NSValidationRelationshipExceedsMaximumCountError = 1590
public let NSValidationRelationshipDeniedDeleteError = 1600
public let NSValidationNumberTooLargeError = 1610
public let NSValidationNumberTooSmallError = 1620
public let NSValidationDateTooLateError = 1630
public let NSValidationDateTooSoonError = 1640
public let NSValidationInvalidDateError = 1650
public let NSValidationStringTooLongError = 1660
public let NSValidationStringTooShortError = 1670
public let NSValidationStringPatternMatchingError = 1680
public let NSValidationInvalidURIError = 1690
public let NSManagedObjectContextLockingError = 132000
public let NSPersistentStoreCoordinatorLockingError = 132010
public let NSManagedObjectReferentialIntegrityError = 133000
public let NSManagedObjectExternalRelationshipError = 133010
public let NSManagedObjectMergeError = 133020
public let NSManagedObjectConstraintMergeError = 133021
public let NSPersistentStoreInvalidTypeError = 134000
public let NSPersistentStoreTypeMismatchError = 134010
public let NSPersistentStoreIncompatibleSchemaError = 134020
public let NSPersistentStoreSaveError = 134030
public let NSPersistentStoreIncompleteSaveError = 134040
public let NSPersistentStoreSaveConflictsError = 134050
public let NSCoreDataError = 134060
public let NSPersistentStoreOperationError = 134070
public let NSPersistentStoreOpenError = 134080
public let NSPersistentStoreTimeoutError = 134090
public let NSPersistentStoreUnsupportedRequestTypeError = 134091
public let NSPersistentStoreIncompatibleVersionHashError = 134100
public let NSMigrationError = 134110
public let NSMigrationConstraintViolationError = 134111
public let NSMigrationCancelledError = 134120
public let NSMigrationMissingSourceModelError = 134130
public let NSMigrationMissingMappingModelError = 134140
public let NSMigrationManagerSourceStoreError = 134150
public let NSMigrationManagerDestinationStoreError = 134160
public let NSEntityMigrationPolicyError = 134170
public let NSSQLiteError = 134180
public let NSInferredMappingModelError = 134190
public let NSExternalRecordImportError = 134200
public let NSPersistentHistoryTokenExpiredError = 134301

/// What error codes say, in words.
enum CocoaErrorText {
    /// A file could not be written, for the reason in `errno`.
    static func unwritable(_ path: String, code: Int32 = errno) -> NSError {
        let isFull = code == ENOSPC || code == EDQUOT
        return error(
            isFull ? NSFileWriteOutOfSpaceError : NSFileWriteUnknownError,
            isFull
                ? "The disk is full. Make room and try again; nothing is lost."
                : "The file \(path) cannot be written: \(String(cString: strerror(code))). "
                    + (code == ENOENT ? "Make its folder first." : "Check the permissions of the folder."),
            [NSFilePathErrorKey: path])
    }

    static func validation(_ code: Int) -> String {
        switch code {
        case NSValidationMissingMandatoryPropertyError: "must have a value"
        case NSValidationRelationshipLacksMinimumCountError: "has too few objects"
        case NSValidationRelationshipExceedsMaximumCountError: "has too many objects"
        case NSValidationRelationshipDeniedDeleteError: "does not allow the deletion while it has objects"
        case NSValidationNumberTooLargeError: "is too large"
        case NSValidationNumberTooSmallError: "is too small"
        case NSValidationDateTooLateError: "is too late"
        case NSValidationDateTooSoonError: "is too soon"
        case NSValidationStringTooLongError: "is too long"
        case NSValidationStringTooShortError: "is too short"
        case NSValidationStringPatternMatchingError: "does not match the pattern"
        default: "is not valid"
        }
    }

    static func error(_ code: Int, _ text: String, _ info: [String: Any] = [:]) -> NSError {
        var info = info
        info[NSLocalizedDescriptionKey] = text
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }
}
