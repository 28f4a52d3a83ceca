import Foundation

// Reading and changing the row behind an object: firing faults, copying on the first write.
extension NSManagedObject {
    /// The row to read from; reads it from the store if it has to.
    ///
    /// Nil when the row is gone: the object then reads as empty (see `shouldDeleteInaccessibleFaults`).
    @inline(__always) final func readableRow() -> UnsafeMutableRawPointer? {
        if state.rawValue & State.fault.rawValue == 0 { return row }
        return fire()
    }

    /// Turns a fault into an object with values.
    final func fire() -> UnsafeMutableRawPointer? {
        guard state.contains(.fault) else { return row }
        if row == nil {
            guard let context else {
                // There is nobody left to ask: it is no fault any more, and reads as empty.
                state.remove(.fault)
                state.insert(.gone)
                return nil
            }
            context.fulfill(self)
            if row == nil { return nil }
        }
        state.remove(.fault)
        // What was never saved was never fetched either.
        if !state.contains(.inserted) { wake() }
        return row
    }

    /// Calls `awakeFromFetch` with changes switched off.
    private func wake() {
        // Alive all the while: the context whose queue this runs on owns it.
        let registry = registryReference
        registry?._withUnsafeGuaranteedRef { $0.trackingSuspensions += 1 }
        awakeFromFetch()
        registry?._withUnsafeGuaranteedRef { $0.trackingSuspensions -= 1 }
    }

    /// The row to write to: the object's own while it has changes.
    @inline(__always) final func writableRow() -> UnsafeMutableRawPointer? {
        if state.contains(.inserted) || committedRow != nil, let chunk, !chunk.isFrozen { return row }
        return makeWritableRow()
    }

    private func makeWritableRow() -> UnsafeMutableRawPointer? {
        if state.contains(.inserted) || committedRow != nil {
            if chunk?.isFrozen == true {
                if isRecorded { noteRow() }
                thawRow()
            }
            return row
        }
        guard let row = readableRow() else { return nil }
        if isRecorded { noteRow() }
        guard let context else {
            if chunk?.isFrozen == true { thawRow() }
            return self.row
        }
        let edits = context.editChunk(for: layout)
        let copy = edits.appendCopy(of: row, in: chunk ?? edits)
        committedRow = row
        committedChunk = chunk
        self.row = copy
        chunk = edits
        layout.clearChanged(in: copy)
        return copy
    }

    /// Moves a changed row out of a chunk that others may read by now.
    private func thawRow() {
        guard let row, let chunk else { return }
        let own = RowChunk(layout: layout, capacity: 1)
        self.row = own.appendCopy(of: row, in: chunk)
        self.chunk = own
    }

    /// Puts other keys in the place of those of destinations, whatever the object's state.
    final func replaceDestinations(_ keys: [UInt64: ObjectKey]) {
        func isConcerned(_ slot: Int, _ row: UnsafeMutableRawPointer) -> Bool {
            layout.isPresent(slot, in: row) && keys[layout.word(slot, in: row)] != nil
        }
        func replaced(_ row: UnsafeMutableRawPointer, _ chunk: RowChunk) -> (RowChunk, UnsafeMutableRawPointer)? {
            let slots = layout.toOneSlots.filter { isConcerned($0, row) }
            guard !slots.isEmpty else { return nil }
            let own = chunk.isFrozen ? RowChunk(layout: layout, capacity: 1) : chunk
            let copy = chunk.isFrozen ? own.appendCopy(of: row, in: chunk) : row
            for slot in slots {
                if let key = keys[layout.word(slot, in: copy)] { layout.setWord(key.raw, slot, in: copy) }
            }
            if chunk.isFrozen { own.freeze() }
            return (own, copy)
        }
        if let row, let chunk, let (ownChunk, own) = replaced(row, chunk) { (self.row, self.chunk) = (own, ownChunk) }
        if let row = committedRow, let chunk = committedChunk, let (ownChunk, own) = replaced(row, chunk) {
            (committedRow, committedChunk) = (own, ownChunk)
        }
    }

    /// Gives an object without a context its default values, on the first write or read.
    final func standAlone() {
        guard context == nil, row == nil, state.isDisjoint(with: [.fault, .gone]) else { return }
        let own = RowChunk(layout: layout, capacity: 1)
        row = own.appendCopy(of: layout.defaultRow.rows, in: layout.defaultRow)
        chunk = own
    }

    /// Notes that a slot is about to have a new value.
    @inline(__always) final func markChanged(_ slot: Int, in row: UnsafeMutableRawPointer) {
        guard registryReference?._withUnsafeGuaranteedRef({ $0.isTracking }) == true else { return }
        layoutReference._withUnsafeGuaranteedRef { $0.setChanged(slot, in: row) }
        if state.rawValue & State.unprocessed.rawValue != 0 && !state.isDisjoint(with: .changed) { return }
        noteChange()
    }

    private func noteChange() { context?.objectChanged(self) }

    /// Puts the object on a committed row, forgetting any changed one.
    final func settle(on row: UnsafeMutableRawPointer, in chunk: RowChunk) {
        self.row = row
        self.chunk = chunk
        committedRow = nil
        committedChunk = nil
    }

    /// The row as it was last saved, if the object has one.
    final var savedRow: (chunk: RowChunk, row: UnsafeMutableRawPointer)? {
        if state.contains(.inserted) { return nil }
        if let committedRow, let committedChunk { return (committedChunk, committedRow) }
        if let row, let chunk { return (chunk, row) }
        return nil
    }

    /// The saved row as other contexts may see it: transient values are nobody else's. Nil when the store computes some
    /// of its values, so that the row has to be read.
    final var sharedRow: (chunk: RowChunk, row: UnsafeMutableRawPointer)? {
        guard let saved = savedRow, !layout.hasDerived else { return nil }
        if !saved.chunk.isFrozen || layout.hasTransients {
            let copy = RowChunk(layout: layout, capacity: 1)
            let row = copy.appendCopy(of: saved.row, in: saved.chunk)
            layout.clearTransients(in: row, of: copy)
            copy.freeze()
            return (copy, row)
        }
        return saved
    }

    /// Makes an object whose row was deleted, and saved again since, a fault of that row.
    final func comeToLife() {
        state.subtract([.deleted, .deletionSaved, .propagated, .gone])
        state.insert(.fault)
        row = nil
        chunk = nil
        committedRow = nil
        committedChunk = nil
        related = nil
    }

    /// Lets go of the values: the next access reads them again.
    final func becomeFault() {
        if isFault {
            // A fault may have been given a row to take up, which is as old as the fetch that read it.
            guard row != nil else { return }
            row = nil
            chunk = nil
            related = nil
            return
        }
        willTurnIntoFault()
        row = nil
        chunk = nil
        committedRow = nil
        committedChunk = nil
        related = nil
        state.insert(.fault)
        didTurnIntoFault()
    }
}
