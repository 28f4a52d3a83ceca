import Foundation

// A row names another by its key alone, so both stand in one store.
extension NSPersistentStoreCoordinator {
    /// Refuses a save of objects whose store was removed, before anything of it is written.
    ///
    /// - Parameter parts: what is saved to each store, by its index.
    func requireOpenStores(_ parts: [Int: SaveRequest]) throws {
        for (index, part) in parts where rowStore(at: index) == nil {
            let lost = part.inserted + part.updated + part.deleted + part.checked
            throw CocoaErrorText.error(
                NSPersistentStoreSaveError,
                "The store of \(lost.first?.layout.entity.name ?? "an object") was removed from the coordinator, so "
                    + "its changes cannot be saved. Roll them back, or reset the context.",
                [NSAffectedObjectsErrorKey: Array(lost)])
        }
    }

    /// Refuses a save that would relate objects of different stores, before anything of it is written.
    ///
    /// - Parameter parts: what is saved to each store, by its index.
    func requireRelationshipsWithinStores(_ parts: [Int: SaveRequest]) throws {
        var storesOfNew: [UInt64: Int] = [:]
        for (index, part) in parts {
            for object in part.inserted where object.key.isTemporary { storesOfNew[object.key.raw] = index }
        }
        for (index, part) in parts {
            for object in part.inserted + part.updated {
                for slot in object.layout.relationshipSlots where !object.layout.slots[slot].isTransient {
                    let isElsewhere = Self.destinations(of: object, slot: slot).contains { key in
                        // What was deleted before it was ever saved is in no store.
                        (key.isTemporary ? storesOfNew[key.raw] : key.store).map { $0 != index } ?? false
                    }
                    if isElsewhere { throw relationshipError(object, slot) }
                }
            }
        }
    }

    /// The keys at the other end of a relationship that a save would write.
    private static func destinations(of object: NSManagedObject, slot: Int) -> [ObjectKey] {
        if object.layout.slots[slot].isToMany { return object.toMany(at: slot).added.objects.map(\.key) }
        return object.destinationKey(at: slot).map { [$0] } ?? []
    }

    private func relationshipError(_ object: NSManagedObject, _ slot: Int) -> NSError {
        CocoaErrorText.error(
            NSManagedObjectReferentialIntegrityError,
            "“\(object.layout.slots[slot].name)” of \(object.layout.entity.name ?? "") leads to an object of another "
                + "store. Assign both to one store, or keep the other's ID or URI in an attribute.",
            [NSAffectedObjectsErrorKey: [object], NSValidationKeyErrorKey: object.layout.slots[slot].name])
    }
}
