import Foundation

/// How a conflict between a context's changes and the store is settled.
public enum NSMergePolicyType: UInt, Sendable {
    case errorMergePolicyType
    case mergeByPropertyStoreTrumpMergePolicyType
    case mergeByPropertyObjectTrumpMergePolicyType
    case overwriteMergePolicyType
    case rollbackMergePolicyType
}

/// A rule that settles conflicts when a save finds that the store is no longer as the context read it.
open class NSMergePolicy: NSObject, @unchecked Sendable {
    // Nothing changes after the initialiser; a subclass with state of its own guards it itself.

    /// What the policy does.
    public final let mergeType: NSMergePolicyType

    /// Makes a policy of the given kind.
    public init(merge type: NSMergePolicyType) { mergeType = type }

    /// The save fails with the conflicts. What a new context has.
    public static let error = NSMergePolicy(merge: .errorMergePolicyType)
    /// Property by property; where both sides changed one, the store's value stays.
    public static let mergeByPropertyStoreTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
    /// Property by property; where both sides changed one, the context's value stays.
    public static let mergeByPropertyObjectTrump = NSMergePolicy(
        merge: .mergeByPropertyObjectTrumpMergePolicyType)
    /// The context's objects are written whole.
    public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    /// The context's changes to the objects in conflict are given up.
    public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)

    /// Settles conflicts of all kinds. An override may change the objects of the conflicts, and calls `super`.
    ///
    /// - Parameter list: `NSMergeConflict`s and `NSConstraintConflict`s.
    /// - Throws: an error when the save is to fail.
    open func resolve(mergeConflicts list: [Any]) throws {
        let stale = list.compactMap { $0 as? NSMergeConflict }
        let constraints = list.compactMap { $0 as? NSConstraintConflict }
        if !stale.isEmpty { try resolve(optimisticLockingConflicts: stale) }
        if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
    }

    /// Settles conflicts between an object and its row.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        if mergeType == .errorMergePolicyType { throw Self.staleError(list) }
        for conflict in list { conflict.settle(by: mergeType) }
    }

    /// Settles conflicts over values that must be unique.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        if mergeType == .errorMergePolicyType { throw Self.constraintError(list) }
        for conflict in list { try conflict.settle(by: mergeType) }
    }

    final func settle(_ conflicts: SaveConflicts, in context: NSManagedObjectContext) throws {
        try resolve(mergeConflicts: describe(conflicts, in: context))
    }

    final func error(for conflicts: SaveConflicts, in context: NSManagedObjectContext) -> NSError {
        let list = describe(conflicts, in: context)
        let constraints = list.compactMap { $0 as? NSConstraintConflict }
        return constraints.isEmpty
            ? Self.staleError(list.compactMap { $0 as? NSMergeConflict }) : Self.constraintError(constraints)
    }

    private final func describe(_ conflicts: SaveConflicts, in context: NSManagedObjectContext) -> [Any] {
        conflicts.stale.map { NSMergeConflict($0.object, persisted: $0.persisted) }
            + NSConstraintConflict.group(conflicts.constraints, in: context)
    }

    private static func staleError(_ list: [NSMergeConflict]) -> NSError {
        CocoaErrorText.error(
            NSManagedObjectMergeError,
            "The save met changes that were saved by somebody else since the objects were read: "
                + names(list.map(\.sourceObject)) + ".",
            [NSPersistentStoreSaveConflictsErrorKey: list, "conflictList": list])
    }

    private static func constraintError(_ list: [NSConstraintConflict]) -> NSError {
        let first = list.first
        return CocoaErrorText.error(
            NSManagedObjectConstraintMergeError,
            "The save would have two objects with one value of \(first?.constraint.joined(separator: ", ") ?? ""), "
                + "which must be unique: \(names(list.flatMap(\.conflictingObjects))).",
            [NSPersistentStoreSaveConflictsErrorKey: list, "conflictList": list])
    }

    private static func names(_ objects: [NSManagedObject]) -> String {
        let shown = objects.prefix(3).map {
            "\($0.entity.name ?? "") \($0.objectID.uriRepresentation().lastPathComponent)"
        }
        return shown.joined(separator: ", ") + (objects.count > 3 ? " and \(objects.count - 3) more" : "")
    }
}

/// The policy under its older, global name.
public var NSErrorMergePolicy: Any { NSMergePolicy.error }
/// The policy under its older, global name.
public var NSMergeByPropertyStoreTrumpMergePolicy: Any { NSMergePolicy.mergeByPropertyStoreTrump }
/// The policy under its older, global name.
public var NSMergeByPropertyObjectTrumpMergePolicy: Any { NSMergePolicy.mergeByPropertyObjectTrump }
/// The policy under its older, global name.
public var NSOverwriteMergePolicy: Any { NSMergePolicy.overwrite }
/// The policy under its older, global name.
public var NSRollbackMergePolicy: Any { NSMergePolicy.rollback }
