import Foundation

/// Keeps what has to be done to take changes back, and to make them again.
///
/// Actions are registered into groups, and a group is undone as one. Undoing registers what makes the changes
/// again, so that ``redo()`` can. A context to whose `undoManager` one is assigned registers its changes itself.
///
/// **What the event is.** With ``groupsByEvent``, as it is at first, the manager opens a group around everything that
/// is registered in one event. Apple's systems have a run loop whose turns are the events. Here, for the undo manager
/// of a context, the event is the outermost `perform` or `performAndWait` block of that context; whatever else is
/// registered on the main queue belongs to the present turn of the main queue, which ends when what is behind it on
/// that queue has its turn. On any other thread, outside of a context's block, nothing says where an event ends: the
/// group stays open until ``undo()`` closes it.
///
/// A manager belongs to one queue, that of its context or the main queue, and is to be used there only.
open class UndoManager: NSObject {
    /// The groups that can be undone, the next one last.
    final var undoStack: [UndoGroup] = []
    /// The groups that can be done again, the next one last.
    final var redoStack: [UndoGroup] = []
    /// The groups that are open, each within the one before it.
    final var openGroups: [UndoGroup] = []
    /// The outermost open group if it was opened for the present event.
    private final weak var eventGroup: UndoGroup?
    private final var disableCount = 0

    /// Whether the manager is undoing just now.
    open internal(set) var isUndoing = false
    /// Whether the manager is doing something again just now.
    open internal(set) var isRedoing = false

    /// Whether what is registered in one event makes a group by itself. True at first.
    open var groupsByEvent = true

    /// How many groups are kept, the latest ones; 0 for all of them. 0 at first.
    open var levelsOfUndo = 0 {
        didSet {
            trim(&undoStack)
            trim(&redoStack)
        }
    }

    /// The modes of the run loop in which Apple's undo managers end an event. Events here do not go by a run loop, so
    /// it is kept and changes nothing; code that sets it need not be changed.
    open var runLoopModes: [RunLoop.Mode] = [.default]

    /// Makes a manager with nothing to undo.
    public override init() { super.init() }

    // MARK: Registering

    /// Registers something that undoes a change.
    ///
    /// During an undo it becomes part of what ``redo()`` does; otherwise what could be done again no longer can. Nothing
    /// happens while registration is disabled. Without ``groupsByEvent`` a group has to be open: registering outside of
    /// one is a programming error.
    /// - Parameters:
    ///   - target: what `handler` is called with. It is not kept; when it is gone by then, nothing is called.
    ///   - handler: takes the change back, and registers what makes it again.
    public final func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping (TargetType) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        openEventGroup()
        precondition(
            !openGroups.isEmpty,
            "There is no group to register an undo in. Call beginUndoGrouping() first, or set groupsByEvent to true.")
        if !isUndoing && !isRedoing { redoStack = [] }
        let action = UndoAction(target: target) { target in
            if let target = target as? TargetType { handler(target) }
        }
        openGroups.last?.entries.append(.action(action))
    }

    /// Whether what is registered is taken.
    open var isUndoRegistrationEnabled: Bool { disableCount == 0 }

    /// Takes nothing that is registered, until ``enableUndoRegistration()`` was called as often as this.
    open func disableUndoRegistration() { disableCount += 1 }

    /// Ends one call of ``disableUndoRegistration()``; without one it is a programming error.
    open func enableUndoRegistration() {
        precondition(
            disableCount > 0, "enableUndoRegistration() was called more often than disableUndoRegistration().")
        disableCount -= 1
    }

    // MARK: Groups

    /// How many groups are open: 0 when none is. A group that was opened for the event counts.
    open var groupingLevel: Int { openGroups.count }

    /// Opens a group, within the one that is open; with ``groupsByEvent`` that is at least the group of the event.
    open func beginUndoGrouping() {
        openEventGroup()
        openGroup()
    }

    /// Closes the group that was opened last. Without an open group it is a programming error.
    open func endUndoGrouping() {
        precondition(!openGroups.isEmpty, "endUndoGrouping() was called without beginUndoGrouping() before it.")
        post(.NSUndoManagerCheckpoint)
        guard let group = openGroups.last else { return }
        let info = [NSUndoManagerGroupIsDiscardableKey: NSNumber(value: group.isDiscardable)]
        post(.NSUndoManagerWillCloseUndoGroup, info)
        openGroups.removeLast()
        keep(group)
        post(.NSUndoManagerDidCloseUndoGroup, info)
    }

    final func openGroup() {
        if !openGroups.isEmpty && !isUndoing && !isRedoing { post(.NSUndoManagerCheckpoint) }
        openGroups.append(UndoGroup())
        post(.NSUndoManagerDidOpenUndoGroup)
    }

    /// Puts a closed group where it belongs; one with nothing in it is dropped.
    private func keep(_ group: UndoGroup) {
        if group.isEmpty { return }
        if let outer = openGroups.last {
            outer.entries.append(.group(group))
        } else if isUndoing {
            redoStack.append(group)
            trim(&redoStack)
        } else {
            undoStack.append(group)
            trim(&undoStack)
        }
    }

    private func trim(_ stack: inout [UndoGroup]) {
        if levelsOfUndo > 0, stack.count > levelsOfUndo { stack.removeFirst(stack.count - levelsOfUndo) }
    }

    // MARK: Events

    /// Opens the group of the present event unless a group is open.
    final func openEventGroup() {
        guard groupsByEvent, openGroups.isEmpty, !isUndoing, !isRedoing else { return }
        openGroup()
        eventGroup = openGroups.last
        // The block of a context ends the event of its manager.
        if CurrentContext.value?.undoManager === self { return }
        if MainQueue.isCurrent {
            let manager = WeakUndoManager(self)
            DispatchQueue.main.async { manager.endEvent() }
        }
    }

    /// The event is over: its group is closed, unless another one is open within it.
    final func endEvent() {
        if openGroups.count == 1, openGroups[0] === eventGroup { endUndoGrouping() }
    }

    // MARK: Forgetting

    /// Forgets everything that can be undone and done again, and enables registration. Groups that are open stay open.
    open func removeAllActions() {
        forget()
        disableCount = 0
    }

    /// Forgets the actions of one target.
    open func removeAllActions(withTarget target: Any) { removeActions(of: ObjectIdentifier(target as AnyObject)) }

    final func removeActions(of target: ObjectIdentifier) {
        for group in undoStack + redoStack + openGroups { group.removeActions(of: target) }
        undoStack.removeAll(where: \.isEmpty)
        redoStack.removeAll(where: \.isEmpty)
    }

    /// Empties the stacks and the groups that are open.
    final func forget() {
        undoStack = []
        redoStack = []
        for group in openGroups {
            group.entries = []
            group.name = ""
        }
    }

    final func post(_ name: Notification.Name, _ info: [AnyHashable: Any]? = nil) {
        NotificationCenter.default.post(name: name, object: self, userInfo: info)
    }
}

/// A reference to an undo manager for a block on the main queue.
private struct WeakUndoManager: @unchecked Sendable {
    // Made on the main queue, and used on it only.
    private weak var manager: UndoManager?
    init(_ manager: UndoManager) { self.manager = manager }
    func endEvent() { manager?.endEvent() }
}
