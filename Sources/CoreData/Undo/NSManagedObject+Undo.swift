// What an object tells the recorder of its context, and what undoing does to it.
extension NSManagedObject {
    /// The recorder of the context, if it has one.
    private final var recorder: UndoRecorder? { context?.undoRecorder }

    /// Whether what the object was has to be noted before it changes.
    @inline(__always) final var isRecorded: Bool {
        registryReference?._withUnsafeGuaranteedRef { $0.isRecording } == true
    }

    final func noteRow() { recorder?.willWrite(self) }

    final func noteMember(_ member: NSManagedObject, at slot: Int, isAdded: Bool) {
        recorder?.willChange(self, slot: slot, member: member, isAdded: isAdded)
    }

    final func noteOrder(at slot: Int) { recorder?.willReorder(self, slot: slot) }

    /// The value of a to-many relationship, with its members.
    final func loadedToMany(at slot: Int) -> ToManyValue {
        _ = loadedMembers(at: slot)
        return toMany(at: slot)
    }

    // MARK: One end of a relationship

    /// Adds a member at this end only.
    final func addMember(_ member: NSManagedObject, at slot: Int) {
        let value = loadedToMany(at: slot)
        guard !value.contains(member) else { return }
        if isRecorded { noteMember(member, at: slot, isAdded: true) }
        value.add(member)
        markToManyChanged(slot)
    }

    /// Removes a member at this end only.
    final func removeMember(_ member: NSManagedObject, at slot: Int) {
        let value = loadedToMany(at: slot)
        guard value.contains(member) else { return }
        if isRecorded { noteMember(member, at: slot, isAdded: false) }
        value.remove(member)
        markToManyChanged(slot)
    }

    /// Whether a relationship leads to an object.
    final func leads(to other: NSManagedObject, at slot: Int) -> Bool {
        layout.slots[slot].isToMany
            ? loadedToMany(at: slot).contains(other) : destinationKey(at: slot) == other.key
    }

    /// Puts back the relationships that the object had when it left its context.
    final func restore(_ kept: [(slot: Int, members: ContiguousArray<NSManagedObject>)], isNew: Bool) {
        for (slot, members) in kept {
            let members = ContiguousArray(members.filter(\.isLive))
            if layout.slots[slot].isToMany {
                // One whose deletion was not saved still has its members.
                guard isNew else { continue }
                let value = ToManyValue(isLoaded: true, isOrdered: layout.slots[slot].kind == .orderedToMany)
                for member in members { value.appendNew(member) }
                relatedObjects()[Int(layout.links[slot].index)] = value
            } else if destinationKey(at: slot) != members.first?.key, let row = writableRow() {
                storeDestination(members.first, slot: slot, in: row)
                markChanged(slot, in: row)
            }
        }
    }

    /// Whether the value of a property is not the saved one.
    final func differsFromSaved(at slot: Int) -> Bool {
        if layout.slots[slot].isToMany { return toMany(at: slot).isChanged }
        guard let row, let chunk, let committedRow, let committedChunk else { return false }
        return !SlotCoding.isEqual(slot: slot, layout: layout, chunk, row, committedChunk, committedRow)
    }

    /// Whether the object is one of its context's and not deleted.
    final var isLive: Bool { context != nil && state.isDisjoint(with: [.deleted, .gone]) }
}
