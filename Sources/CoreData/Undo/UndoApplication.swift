/// Takes back what a step changed.
///
/// To-one relationships are set with their inverses, to-many ones at the end that is named, and what the step has
/// nothing to say about stays. So both ends agree afterwards, even when changes came in between that were not
/// registered.
struct UndoApplication {
    private let step: UndoStep
    private let context: NSManagedObjectContext
    private let recorder: UndoRecorder
    /// Whether rules of relationships go for objects that leave: it is a deletion that is done again.
    private let isDeletingAgain: Bool
    /// Whether the context has saved since the step.
    private let isSaved: Bool
    /// Objects that the step added, and that leave.
    private let leaving: Set<ObjectIdentifier>
    /// Rows that say which properties had unsaved changes before the step.
    private let marks: [(row: UnsafeMutableRawPointer, chunk: RowChunk)?]

    init(_ step: UndoStep, in context: NSManagedObjectContext, _ recorder: UndoRecorder, isRedoing: Bool) {
        self.step = step
        self.context = context
        self.recorder = recorder
        isDeletingAgain = isRedoing
        let isSaved = step.saveCount != recorder.saveCount
        self.isSaved = isSaved
        leaving = Set(step.changes.filter { !$0.wasThere }.map { ObjectIdentifier($0.object) })
        marks = step.changes.map { change in
            if let row = change.row, let chunk = change.chunk { return isSaved ? nil : (row, chunk) }
            // The step did not write to it, so it is marked as it was.
            guard let row = change.object.row, let chunk = change.object.chunk else { return nil }
            return (row, chunk)
        }
    }

    func run() {
        var returned: [UndoChange] = []
        var newKeys: [UInt64: ObjectKey] = [:]
        for change in step.changes where change.wasThere && !change.isThere {
            let key = change.object.key
            if let isNew = context.bringBack(change.object, recorder) {
                returned.append(change)
                if isNew { change.object.related = nil }
                if change.object.key != key { newKeys[key.raw] = change.object.key }
            }
        }
        if !newKeys.isEmpty { for change in returned { change.object.replaceDestinations(newKeys) } }
        for change in returned { change.object.restore(change.kept, isNew: change.object.isInserted) }
        let live = step.changes.filter { $0.wasThere && $0.object.isLive }
        for change in live { restoreAttributes(change) }
        for change in live { restoreDestinations(change) }
        for change in live { restoreMembers(change) }
        for change in returned { tieUp(change.object) }
        for change in step.changes where !change.wasThere && change.object.isLive { untie(change.object) }
        for change in step.changes where !change.wasThere && change.object.isLive {
            context.leave(change.object, recorder)
        }
        for (change, mark) in zip(step.changes, marks) { restoreMarks(change.object, mark?.row) }
        context.withoutChangeTracking { tellObjects() }
    }

    // MARK: Values

    private func restoreAttributes(_ change: UndoChange) {
        let object = change.object
        guard !change.attributes.isEmpty, let source = change.row, let sourceChunk = change.chunk,
            let row = object.writableRow(), let chunk = object.chunk
        else { return }
        for slot in change.attributes {
            object.layout.take(slot, from: source, in: sourceChunk, into: row, in: chunk)
            object.markChanged(slot, in: row)
        }
    }

    private func restoreDestinations(_ change: UndoChange) {
        for (slot, destination) in change.destinations {
            let destination = destination.flatMap { $0.isLive ? $0 : nil }
            if change.object.destinationKey(at: slot) != destination?.key {
                set(destination, of: change.object, slot)
            }
        }
    }

    private func set(_ destination: NSManagedObject?, of object: NSManagedObject, _ slot: Int) {
        let link = object.layout.links[slot]
        guard let destination, link.inverseIsToMany, destination.leads(to: object, at: Int(link.inverse)) else {
            return object.setObject(destination, at: slot)
        }
        // One that came back has its members already.
        object.setObject(nil, at: slot)
        guard let row = object.writableRow() else { return }
        object.storeDestination(destination, slot: slot, in: row)
        object.markChanged(slot, in: row)
    }

    private func restoreMembers(_ change: UndoChange) {
        let object = change.object
        for (slot, image) in change.toMany {
            let link = object.layout.links[slot]
            let inverse = Int(link.inverse)
            /// Whether the other end decides, and leads here.
            func leadsHere(_ member: NSManagedObject) -> Bool? {
                inverse < 0 || link.inverseIsToMany ? nil : member.leads(to: object, at: inverse)
            }
            for member in image.removed.objects where member.isLive && leadsHere(member) ?? true {
                object.addMember(member, at: slot)
                if inverse >= 0, link.inverseIsToMany { member.addMember(object, at: inverse) }
            }
            for member in image.added.objects {
                let isGoing = leaving.contains(ObjectIdentifier(member)) || !member.isLive
                if !isGoing, leadsHere(member) ?? false { continue }
                object.removeMember(member, at: slot)
                if inverse >= 0, link.inverseIsToMany, member.isLive { member.removeMember(object, at: inverse) }
            }
            if let order = image.order { restoreOrder(order, of: object, slot, image.wasReordered) }
        }
    }

    private func restoreOrder(
        _ order: ContiguousArray<NSManagedObject>, of object: NSManagedObject, _ slot: Int, _ wasReordered: Bool
    ) {
        let value = object.loadedToMany(at: slot)
        var list = ObjectList(order)
        var wanted = ContiguousArray(order.filter(value.contains))
        wanted += value.members.objects.filter { !list.contains($0) }
        if object.isRecorded { object.noteOrder(at: slot) }
        value.reorder(wanted, isChange: isSaved || wasReordered)
        object.markToManyChanged(slot)
    }

    // MARK: Coming and going

    /// Makes the other ends of a returned object's relationships lead to it.
    private func tieUp(_ object: NSManagedObject) {
        for slot in object.layout.relationshipSlots {
            let link = object.layout.links[slot]
            let inverse = Int(link.inverse)
            guard inverse >= 0 else { continue }
            if object.layout.slots[slot].isToMany {
                for member in object.loadedMembers(at: slot) {
                    if link.inverseIsToMany {
                        member.addMember(object, at: inverse)
                    } else if !member.leads(to: object, at: inverse) {
                        object.removeMember(member, at: slot)
                    }
                }
            } else if let destination = object.object(at: slot), destination.isLive {
                if link.inverseIsToMany {
                    destination.addMember(object, at: inverse)
                } else if !destination.leads(to: object, at: inverse) {
                    object.setObject(nil, at: slot)
                }
            }
        }
    }

    /// Takes an object that leaves out of the relationships of those that stay.
    private func untie(_ object: NSManagedObject) {
        for slot in object.layout.relationshipSlots {
            let link = object.layout.links[slot]
            let inverse = Int(link.inverse)
            guard inverse >= 0 else { continue }
            if isDeletingAgain, link.deleteRule == .denyDeleteRule || link.deleteRule == .noActionDeleteRule {
                continue
            }
            let ends: ContiguousArray<NSManagedObject> =
                object.layout.slots[slot].isToMany
                ? object.loadedMembers(at: slot) : object.object(at: slot).map { [$0] } ?? []
            for other in ends where other.isLive && !leaving.contains(ObjectIdentifier(other)) {
                if other.leads(to: object, at: inverse) {
                    other.unlink(object, slot: inverse, isToMany: link.inverseIsToMany)
                }
            }
        }
    }

    // MARK: What is unsaved

    /// Marks as unsaved what is not as it was saved, and what was marked before the step.
    private func restoreMarks(_ object: NSManagedObject, _ marked: UnsafeMutableRawPointer?) {
        let layout = object.layout
        guard object.isLive, let present = object.row else { return }
        let wrong = layout.slots.indices.filter { slot in
            let isMarked = layout.isChanged(slot, in: present)
            if let marked, layout.isChanged(slot, in: marked) { return !isMarked }
            guard isMarked else { return false }
            return object.isInserted ? marked != nil : !object.differsFromSaved(at: slot)
        }
        guard !wrong.isEmpty, let row = object.writableRow() else { return }
        for slot in wrong {
            if layout.isChanged(slot, in: row) {
                layout.setUnchanged(slot, in: row)
            } else {
                object.markChanged(slot, in: row)
            }
        }
        if !object.isInserted, layout.changedSlots(in: row).isEmpty {
            context.forgetChange(of: object)
        } else {
            context.noteUnprocessed(object)
        }
    }

    private func tellObjects() {
        for change in step.changes where change.isReal && change.object.context === context {
            if change.wasThere != change.isThere {
                change.object.awake(fromSnapshotEvents: change.wasThere ? .undoDeletion : .undoInsertion)
            } else if change.object.isLive {
                change.object.awake(fromSnapshotEvents: .undoUpdate)
            }
        }
    }
}
