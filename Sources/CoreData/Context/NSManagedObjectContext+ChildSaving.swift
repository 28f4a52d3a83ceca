import Foundation

// What a child saves becomes unsaved changes of its parent. What the child did not change stays as the parent has it.
extension NSManagedObjectContext {
    func save(_ request: SaveRequest, assigned: (NSManagedObject) -> NSPersistentStore?) throws {
        let child = (request.inserted.first ?? request.updated.first ?? request.deleted.first)?.context
        try performAndWait {
            try findConflicts(request)
            let deleted = try request.deleted.compactMap { try presentObject($0.key) }
            let destinations = try destinations(of: request)
            // From here on everything that is needed is there, so nothing can fail half done.
            defer { withExtendedLifetime(destinations) {} }
            var pairs = request.inserted.map { (theirs: $0, own: insertCopy(of: $0)) }
            for (theirs, own) in pairs {
                request.give(own.key, to: theirs.key)
                if let store = assigned(theirs) { assignedStores[own.key.raw] = store }
            }
            pairs += request.updated.map { ($0, object(for: currentKey($0.key))) }
            for (theirs, own) in pairs { takeAttributes(of: theirs, into: own) }
            for (theirs, own) in pairs { takeDestinations(of: theirs, into: own, request) }
            for (theirs, own) in pairs { takeMembers(of: theirs, into: own, request) }
            for object in deleted { delete(object) }
            processPendingChanges()
            handToChildren(
                SavedChanges(
                    inserted: pairs.prefix(request.inserted.count).map(\.own),
                    updated: pairs.dropFirst(request.inserted.count).map(\.own), deleted: deleted), besides: child)
        }
    }

    /// Refuses changes of what is deleted here.
    private func findConflicts(_ request: SaveRequest) throws {
        var conflicts = SaveConflicts()
        for object in request.updated where try presentObject(object.key) == nil {
            conflicts.stale.append((object, nil))
        }
        if !conflicts.isEmpty { throw conflicts }
    }

    private func insertCopy(of theirs: NSManagedObject) -> NSManagedObject {
        let layout = theirs.layout
        if !theirs.key.isTemporary, let own = registry.object(for: theirs.key), deleted.contains(own) {
            // Its deletion here was not saved, and the child decided to have it again.
            undelete(own)
            if let row = own.writableRow() {
                for slot in layout.slots.indices { own.markChanged(slot, in: row) }
            }
            return own
        }
        let own = layout.managedObjectClass.init(ManagedObjectOrigin(layout: layout, context: nil))
        (own.row, own.chunk) = (theirs.row, theirs.chunk)
        insertNew(own, key: theirs.key.isTemporary ? nil : theirs.key, wakes: false)
        if let row = own.row { for slot in layout.toOneSlots { layout.setAbsent(slot, in: row) } }
        return own
    }

    /// The slots that a child has a say in.
    private func changedSlots(of theirs: NSManagedObject) -> [Int] {
        guard let row = theirs.row else { return [] }
        let layout = theirs.layout
        return theirs.state.contains(.inserted) ? Array(layout.slots.indices) : layout.changedSlots(in: row)
    }

    private func takeAttributes(of theirs: NSManagedObject, into own: NSManagedObject) {
        guard let row = own.writableRow(), let chunk = own.chunk, let theirRow = theirs.row,
            let theirChunk = theirs.chunk
        else { return }
        let layout = own.layout
        for slot in changedSlots(of: theirs)
        where layout.slots[slot].property != nil && !layout.slots[slot].isRelationship {
            layout.take(slot, from: theirRow, in: theirChunk, into: row, in: chunk)
            own.markChanged(slot, in: row)
        }
    }

    private func takeDestinations(of theirs: NSManagedObject, into own: NSManagedObject, _ request: SaveRequest) {
        for slot in changedSlots(of: theirs) where own.layout.slots[slot].kind == .toOne {
            own.setObject(theirs.destinationKey(at: slot).flatMap { counterpart($0, request) }, at: slot)
        }
    }

    private func takeMembers(of theirs: NSManagedObject, into own: NSManagedObject, _ request: SaveRequest) {
        guard let related = theirs.related else { return }
        let layout = own.layout
        for slot in layout.toManySlots {
            guard let value = related[Int(layout.links[slot].index)] as? ToManyValue, value.isChanged else { continue }
            for object in value.removed.objects {
                if let member = counterpart(object.key, request) { own.removeObject(member, at: slot) }
            }
            for object in value.added.objects {
                if let member = counterpart(object.key, request) { own.addObject(member, at: slot) }
            }
            guard layout.slots[slot].kind == .orderedToMany, value.isLoaded else { continue }
            let order = value.members.objects.compactMap { counterpart($0.key, request) }
            let known = Set(order.map(ObjectIdentifier.init))
            // What was added here meanwhile stays, behind them.
            let others = own.loadedMembers(at: slot).filter { !known.contains(ObjectIdentifier($0)) }
            own.rearrange(order + others, at: slot)
        }
    }

    /// This context's object for one of the child's; nil when it is deleted here, or was never saved there.
    private func counterpart(_ key: ObjectKey, _ request: SaveRequest) -> NSManagedObject? {
        let own = key.isTemporary && -key.primaryKey > request.temporaryKeyBase ? request.permanent(key) : key
        if own.raw == 0 { return nil }
        return try? presentObject(own)
    }

    /// The objects here that relationships of a save lead to.
    private func destinations(of request: SaveRequest) throws -> [NSManagedObject] {
        try (request.inserted + request.updated).flatMap { theirs in
            var keys = changedSlots(of: theirs).filter { theirs.layout.slots[$0].kind == .toOne }
                .compactMap(theirs.destinationKey)
            for slot in theirs.layout.toManySlots {
                let index = Int(theirs.layout.links[slot].index)
                guard let value = theirs.related?[index] as? ToManyValue, value.isChanged else { continue }
                keys += (value.added.objects + value.removed.objects).map(\.key)
                // Only an order concerns members that were there before.
                if theirs.layout.slots[slot].kind == .orderedToMany { keys += value.members.objects.map(\.key) }
            }
            return try keys.filter { !($0.isTemporary && -$0.primaryKey > request.temporaryKeyBase) }
                .compactMap(presentObject)
        }
    }
}
