/// What a step changed in one object.
struct UndoChange {
    let object: NSManagedObject
    /// Whether the object was one of the context's before the step, and not deleted.
    let wasThere: Bool
    /// Whether it was after the step.
    let isThere: Bool
    /// The row before the step, with the attributes and the marks of what was changed and not saved; nil when the step
    /// left it alone.
    let row: UnsafeMutableRawPointer?
    let chunk: RowChunk?
    /// The attributes that differ.
    private(set) var attributes: [Int] = []
    /// The destinations, before the step, of the to-one relationships that differ. Objects, because the keys of new ones
    /// change when they are saved.
    private(set) var destinations: [(slot: Int, object: NSManagedObject?)] = []
    private(set) var toMany: [(slot: Int, image: ToManyImage)] = []
    /// All relationships of an object that the step took away, as they were then: the members by slot.
    private(set) var kept: [(slot: Int, members: ContiguousArray<NSManagedObject>)] = []

    /// Whether there is something to take back.
    var isReal: Bool { wasThere != isThere || !attributes.isEmpty || !destinations.isEmpty || !toMany.isEmpty }

    /// - Parameters:
    ///   - object: an object that was changed.
    ///   - wasThere: whether it was there before.
    ///   - image: what it was then; nil when neither its row nor its relationships were written to.
    ///   - destination: finds an object by the key that a row of the image holds.
    init(
        _ object: NSManagedObject, wasThere: Bool, image: UndoImage?, destination: (UInt64) -> NSManagedObject?
    ) {
        self.object = object
        self.wasThere = wasThere
        isThere = !object.state.contains(.deleted)
        row = wasThere ? image?.row : nil
        chunk = wasThere ? image?.chunk : nil
        if wasThere, let image {
            compare(destination)
            for (slot, image) in image.toMany.sorted(by: { $0.key < $1.key })
            where image.differs(from: object.loadedToMany(at: slot)) { toMany.append((slot, image)) }
        }
        if wasThere, !isThere { keepRelationships() }
    }

    /// Finds what of the row differs from what it is now.
    private mutating func compare(_ destination: (UInt64) -> NSManagedObject?) {
        let layout = object.layout
        guard let row, let chunk, let present = object.row, let presentChunk = object.chunk, present != row else {
            return
        }
        for slot in layout.slots.indices where !layout.slots[slot].isToMany {
            if layout.slots[slot].kind == .toOne {
                let before = layout.isPresent(slot, in: row) ? destination(layout.word(slot, in: row)) : nil
                if before !== object.object(at: slot) { destinations.append((slot, before)) }
            } else if !SlotCoding.isEqual(slot: slot, layout: layout, chunk, row, presentChunk, present) {
                attributes.append(slot)
            }
        }
    }

    private mutating func keepRelationships() {
        guard object.row != nil else { return }
        for slot in object.layout.relationshipSlots {
            if object.layout.slots[slot].isToMany {
                kept.append((slot, object.loadedMembers(at: slot)))
            } else {
                kept.append((slot, object.object(at: slot).map { [$0] } ?? []))
            }
        }
    }
}

/// What changed in a context from one processing of its changes to the next: one action of its undo manager.
final class UndoStep {
    let changes: [UndoChange]
    /// How often the context had saved by then.
    let saveCount: Int

    init(_ changes: [UndoChange], saveCount: Int) {
        self.changes = changes
        self.saveCount = saveCount
    }
}
