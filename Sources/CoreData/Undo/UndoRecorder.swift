import Foundation

/// Notes, for a context with an undo manager, what its objects were before they changed.
///
/// At the end of an event the rows that changed are frozen, with the chunks they stand in. So the next change of an
/// object has to move its row to another place first, and what is left behind is what it was: nothing is copied for the
/// sake of undoing, and an object that has been moved once in an event is as fast to change as it is without.
final class UndoRecorder {
    private var images: [ObjectIdentifier: UndoImage] = [:]
    /// Objects that were deleted, or whose deletion was taken back, in the present event.
    private var left: Set<ObjectIdentifier> = []
    private var returned: Set<ObjectIdentifier> = []
    /// Permanent keys that were given in the present event, by the temporary ones that rows of images may hold.
    private var givenKeys: [UInt64: ObjectKey] = [:]
    /// How often the context has saved.
    private(set) var saveCount = 0
    /// Keys whose rows were deleted by a save, and that the next save inserts again.
    private var keysUsedAgain: Set<ObjectKey> = []
    private let checkpoint: any NSObjectProtocol

    init(_ manager: UndoManager, of context: NSManagedObjectContext) {
        // Whoever looks at the manager's groups finds in them what the context has changed by then.
        checkpoint = NotificationCenter.default.addObserver(
            forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
        ) { [weak context] _ in context?.processPendingChanges() }
    }

    deinit { NotificationCenter.default.removeObserver(checkpoint) }

    private func image(of object: NSManagedObject) -> UndoImage {
        if let image = images[ObjectIdentifier(object)] { return image }
        let made = UndoImage(object)
        images[ObjectIdentifier(object)] = made
        return made
    }

    // MARK: What is about to happen

    /// An object's row is about to be moved, so that it can be written to.
    func willWrite(_ object: NSManagedObject) { image(of: object).keepRow() }

    /// A member is about to be added to a to-many relationship, or removed from it.
    func willChange(_ object: NSManagedObject, slot: Int, member: NSManagedObject, isAdded: Bool) {
        image(of: object).note(member, slot: slot, isAdded: isAdded)
    }

    /// The members of an ordered relationship are about to be put in another order.
    func willReorder(_ object: NSManagedObject, slot: Int) { image(of: object).noteOrder(slot: slot) }

    func didDelete(_ object: NSManagedObject) { left.insert(ObjectIdentifier(object)) }

    /// A deletion that was not saved was taken back.
    func didReturn(_ object: NSManagedObject) { returned.insert(ObjectIdentifier(object)) }

    /// An object is to be inserted once more under the key of its deleted row.
    func willUseAgain(_ key: ObjectKey) { keysUsedAgain.insert(key) }

    /// An object was given its permanent key before it was saved.
    func didGive(_ key: ObjectKey, insteadOf temporary: ObjectKey) { givenKeys[temporary.raw] = key }

    /// A row was made that was not written to by the program, as when others' changes were taken over.
    func didRebase(_ object: NSManagedObject) { object.chunk?.freeze() }

    /// The context has saved.
    /// - Returns: the keys among those it inserted that had been deleted before.
    func didSave() -> Set<ObjectKey> {
        saveCount += 1
        defer { keysUsedAgain = [] }
        return keysUsedAgain
    }

    // MARK: Ends

    /// Makes a step of what happened to objects since the last call.
    ///
    /// - Parameter objects: those whose changes are being processed, before their states say that they are.
    /// - Returns: nil when nothing differs from what it was, or nothing is to be registered.
    func takeStep(_ objects: ContiguousArray<NSManagedObject>, in context: NSManagedObjectContext) -> UndoStep? {
        defer { forget() }
        func destination(_ word: UInt64) -> NSManagedObject? {
            let key = givenKeys[word] ?? ObjectKey(raw: word)
            return key.isTemporary ? context.registry.object(for: key) : context.object(for: key)
        }
        for object in objects { freeze(object) }
        guard context.undoManager?.isUndoRegistrationEnabled == true else { return nil }
        var changes: [UndoChange] = []
        for object in objects {
            let identity = ObjectIdentifier(object)
            let isThere = !object.state.contains(.deleted)
            let wasThere =
                !object.state.contains(.awake) && !returned.contains(identity)
                && (isThere || left.contains(identity))
            // What came and went in one event, or was deleted before it, has nothing to take back.
            guard wasThere || isThere, object.row != nil else { continue }
            let image = images[identity]
            if wasThere, isThere, image == nil { continue }
            changes.append(UndoChange(object, wasThere: wasThere, image: image, destination: destination))
        }
        if !changes.contains(where: \.isReal) { return nil }
        return UndoStep(changes, saveCount: saveCount)
    }

    /// Gives up what was noted in the present event.
    func forget() {
        for image in images.values { freeze(image.object) }
        images = [:]
        left = []
        returned = []
        givenKeys = [:]
    }

    /// Makes the next change of an object move its row first.
    func freeze(_ object: NSManagedObject) {
        if object.state.contains(.inserted) || object.committedRow != nil { object.chunk?.freeze() }
    }
}
