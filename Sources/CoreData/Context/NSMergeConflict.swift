import Foundation

/// An object that was changed here, and whose row was changed by somebody else since.
public final class NSMergeConflict: NSObject {
    /// The object that was to be saved.
    public let sourceObject: NSManagedObject
    /// The values the object was read with.
    public let objectSnapshot: [String: Any]?
    /// The values another context of this coordinator saved. Nil: they are in `persistedSnapshot`.
    public let cachedSnapshot: [String: Any]?
    /// The values in the store; nil when the row is gone.
    public let persistedSnapshot: [String: Any]?
    /// The version the object was read with.
    public let oldVersionNumber: Int
    /// The version in the store; 0 when the row is gone.
    public let newVersionNumber: Int
    private let persisted: (chunk: RowChunk, row: UnsafeMutableRawPointer)?

    init(_ object: NSManagedObject, persisted: (chunk: RowChunk, row: UnsafeMutableRawPointer)?) {
        sourceObject = object
        self.persisted = persisted
        let layout = object.layout
        func snapshot(_ chunk: RowChunk, _ row: UnsafeRawPointer) -> [String: Any] {
            var values: [String: Any] = [:]
            for (index, slot) in layout.slots.enumerated()
            where slot.property != nil && !slot.isTransient && !slot.isToMany && !slot.isElement {
                if slot.isRelationship {
                    if layout.isPresent(index, in: row), let context = object.context {
                        let key = ObjectKey(raw: layout.word(index, in: row))
                        values[slot.name] = context.object(for: key).objectID
                    }
                } else {
                    values[slot.name] =
                        SlotCoding.value(slot: index, layout: layout, chunk: chunk, row: row) ?? NSNull()
                }
            }
            return values
        }
        let saved = object.savedRow
        objectSnapshot = saved.map { snapshot($0.chunk, $0.row) }
        cachedSnapshot = nil
        persistedSnapshot = persisted.map { snapshot($0.chunk, $0.row) }
        oldVersionNumber = saved.map { Int(EntityLayout.version(of: $0.row)) } ?? 0
        newVersionNumber = persisted.map { Int(EntityLayout.version(of: $0.row)) } ?? 0
    }

    /// Makes the object so that the next attempt of the save succeeds.
    func settle(by type: NSMergePolicyType) {
        let object = sourceObject
        guard let context = object.context else { return }
        if object.isDeleted { return settleDeletion(by: type, context) }
        guard let persisted else { return settleMissingRow(by: type, context) }
        let layout = object.layout
        switch type {
        case .errorMergePolicyType:
            return
        case .rollbackMergePolicyType:
            context.giveUpChanges(of: object, for: persisted)
        case .mergeByPropertyObjectTrumpMergePolicyType:
            context.rebase(object, onto: persisted.row, in: persisted.chunk)
        case .mergeByPropertyStoreTrumpMergePolicyType:
            let saved = object.savedRow
            context.rebase(object, onto: persisted.row, in: persisted.chunk)
            guard let saved, let row = object.row, let chunk = object.chunk else { return }
            for slot in layout.changedSlots(in: row) where !layout.slots[slot].isToMany {
                let storeChanged = !SlotCoding.isEqual(
                    slot: layout.whole(slot), layout: layout, saved.chunk, saved.row, persisted.chunk, persisted.row)
                if storeChanged {
                    layout.take(slot, from: persisted.row, in: persisted.chunk, into: row, in: chunk)
                }
            }
        case .overwriteMergePolicyType:
            // An object that was only to be checked is one to be written from here on.
            if let row = object.writableRow() {
                for slot in layout.slots.indices where !layout.slots[slot].isToMany {
                    object.markChanged(slot, in: row)
                }
            }
            context.rebase(object, onto: persisted.row, in: persisted.chunk)
        }
        object.awake(fromSnapshotEvents: .mergePolicy)
    }

    private func settleDeletion(by type: NSMergePolicyType, _ context: NSManagedObjectContext) {
        guard let persisted else {
            // Both sides deleted it.
            context.forgetDeletion(of: sourceObject)
            return
        }
        switch type {
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType:
            context.undelete(sourceObject)
            context.giveUpChanges(of: sourceObject, for: persisted)
        default:
            // The deletion stands; the newer row is what it deletes.
            sourceObject.settle(on: persisted.row, in: persisted.chunk)
        }
    }

    private func settleMissingRow(by type: NSMergePolicyType, _ context: NSManagedObjectContext) {
        switch type {
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
            context.reinsert(sourceObject)
        default:
            context.acceptDeletion(of: sourceObject)
        }
    }
}
