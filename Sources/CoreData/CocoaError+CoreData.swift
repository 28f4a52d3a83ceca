import Foundation

// See `CocoaError.Code`.

extension CocoaError {
    /// A value is not valid.
    public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
    /// A value that must be unique is there already.
    public static var managedObjectConstraintValidation: CocoaError.Code { .managedObjectConstraintValidation }
    /// Several things are not valid; `NSDetailedErrorsKey` has them.
    public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
    /// A value is missing.
    public static var validationMissingMandatoryProperty: CocoaError.Code { .validationMissingMandatoryProperty }
    /// A relationship has too few objects.
    public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
        .validationRelationshipLacksMinimumCount
    }
    /// A relationship has too many objects.
    public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
        .validationRelationshipExceedsMaximumCount
    }
    /// A relationship does not allow the deletion.
    public static var validationRelationshipDeniedDelete: CocoaError.Code { .validationRelationshipDeniedDelete }
    /// A number is too large.
    public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
    /// A number is too small.
    public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
    /// A date is too late.
    public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
    /// A date is too soon.
    public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
    /// A date is none.
    public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
    /// A text is too long.
    public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
    /// A text is too short.
    public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
    /// A text does not match its pattern.
    public static var validationStringPatternMatching: CocoaError.Code { .validationStringPatternMatching }
    /// A URI is none.
    public static var validationInvalidURI: CocoaError.Code { .validationInvalidURI }
    /// A context could not be locked.
    public static var managedObjectContextLocking: CocoaError.Code { .managedObjectContextLocking }
    /// A coordinator could not be locked.
    public static var persistentStoreCoordinatorLocking: CocoaError.Code { .persistentStoreCoordinatorLocking }
    /// An object is not, or no longer, in the store.
    public static var managedObjectReferentialIntegrity: CocoaError.Code { .managedObjectReferentialIntegrity }
    /// A relationship leads into another store.
    public static var managedObjectExternalRelationship: CocoaError.Code { .managedObjectExternalRelationship }
    /// Somebody else saved an object since it was read.
    public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }
    /// Two objects have one value that must be unique.
    public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }
    /// There is no store of the type.
    public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }
    /// A store is of another type.
    public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }
    /// A store lacks what the model needs.
    public static var persistentStoreIncompatibleSchema: CocoaError.Code { .persistentStoreIncompatibleSchema }
    /// A store could not save.
    public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }
    /// Some stores saved, and some could not.
    public static var persistentStoreIncompleteSave: CocoaError.Code { .persistentStoreIncompleteSave }
    /// A conflict of a save was not settled.
    public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }
    /// Anything that has no code of its own.
    public static var coreData: CocoaError.Code { .coreData }
    /// Something could not be done with a store.
    public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }
    /// A store could not be opened.
    public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }
    /// A store was held by others for too long.
    public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }
    /// A store does not answer requests of the kind.
    public static var persistentStoreUnsupportedRequestType: CocoaError.Code { .persistentStoreUnsupportedRequestType }
    /// A store was written with another model.
    public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
        .persistentStoreIncompatibleVersionHash
    }
    /// A migration failed.
    public static var migration: CocoaError.Code { .migration }
    /// A migration was given up.
    public static var migrationCancelled: CocoaError.Code { .migrationCancelled }
    /// The model a store was written with is not there.
    public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }
    /// There is no mapping model between two models.
    public static var migrationMissingMappingModel: CocoaError.Code { .migrationMissingMappingModel }
    /// The store to be migrated cannot be read.
    public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }
    /// The migrated store cannot be written.
    public static var migrationManagerDestinationStore: CocoaError.Code { .migrationManagerDestinationStore }
    /// The policy of an entity failed in a migration.
    public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }
    /// What has to be done in a migration cannot be inferred.
    public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }
    /// An external record cannot be read.
    public static var externalRecordImport: CocoaError.Code { .externalRecordImport }
    /// SQLite failed.
    public static var sqlite: CocoaError.Code { .sqlite }
}
