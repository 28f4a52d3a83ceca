import Foundation

extension UndoManager {
    /// Whether there is something to undo. A group that is open may have to be closed first.
    public final var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.isEmpty } }

    /// Whether there is something to do again.
    ///
    /// Changes that are not registered yet end what can be done again, so a checkpoint is posted before it is looked.
    public final var canRedo: Bool {
        post(.NSUndoManagerCheckpoint)
        return !redoStack.isEmpty
    }

    /// How many groups can be undone.
    public final var undoCount: Int { undoStack.count }

    /// How many groups can be done again.
    public final var redoCount: Int { redoStack.count }

    /// Closes the outermost group if it is the only open one, and undoes the last group. Nothing happens when there is
    /// none.
    ///
    /// It is a programming error to call it during an undo or redo, or while a group is open within another one.
    public final func undo() {
        post(.NSUndoManagerCheckpoint)
        if openGroups.count == 1, !isUndoing, !isRedoing { endUndoGrouping() }
        precondition(
            openGroups.isEmpty || isUndoing || isRedoing,
            "undo() was called with \(openGroups.count) groups open. End those within the outermost one first.")
        undoNestedGroup()
    }

    /// Undoes the last group, which may stand in a group that is open. Nothing happens when there is none.
    ///
    /// It is a programming error to call it during an undo or redo, or when something was registered in the open group
    /// behind its last group.
    public final func undoNestedGroup() {
        precondition(!isUndoing && !isRedoing, "undo was called by something that is undone or done again.")
        post(.NSUndoManagerCheckpoint)
        guard let group = takeGroupToUndo() else { return }
        post(.NSUndoManagerWillUndoChange)
        isUndoing = true
        perform(group)
        isUndoing = false
        post(.NSUndoManagerDidUndoChange)
    }

    private func takeGroupToUndo() -> UndoGroup? {
        guard let open = openGroups.last else { return undoStack.popLast() }
        switch open.entries.last {
        case nil: return nil
        case .group(let group):
            open.entries.removeLast()
            return group
        case .action:
            preconditionFailure("The group with what was registered last is open. Call endUndoGrouping() first.")
        }
    }

    /// Does again what was undone last. Nothing happens when nothing was, or when something was registered since.
    ///
    /// It is a programming error to call it during an undo or redo.
    public final func redo() {
        precondition(!isUndoing && !isRedoing, "redo was called by something that is undone or done again.")
        post(.NSUndoManagerCheckpoint)
        guard let group = redoStack.popLast() else { return }
        post(.NSUndoManagerWillRedoChange)
        isRedoing = true
        perform(group)
        isRedoing = false
        post(.NSUndoManagerDidRedoChange)
    }

    /// Carries out a group, and makes one of what is registered meanwhile.
    private func perform(_ group: UndoGroup) {
        let outer = openGroups
        openGroups = []
        openGroup()
        let opposite = openGroups[0]
        group.perform()
        opposite.takeDescription(of: group)
        while !openGroups.isEmpty { endUndoGrouping() }
        openGroups = outer
    }
}
