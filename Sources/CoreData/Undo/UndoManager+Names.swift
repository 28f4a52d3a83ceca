import Foundation

extension UndoManager {
    /// The group that the next undo takes back, if there is one.
    private var nextUndo: UndoGroup? { openGroups.first.flatMap { $0.isEmpty ? nil : $0 } ?? undoStack.last }

    /// The group that what is said now is said of: the outermost open one, else the one that was closed last.
    private func describedGroup() -> UndoGroup? {
        openEventGroup()
        return openGroups.first ?? undoStack.last
    }

    // MARK: Names

    /// What the next undo takes back, for a menu; empty when that has no name.
    public final var undoActionName: String { nextUndo?.name ?? "" }

    /// What is done again next, for a menu; empty when that has no name.
    public final var redoActionName: String { redoStack.last?.name ?? "" }

    /// Names what is being done, for the menu: “Delete Plant”.
    ///
    /// - Parameter actionName: the name for the outermost open group; empty to have none. What is undone keeps its
    ///   name for being done again.
    public final func setActionName(_ actionName: String) { describedGroup()?.name = actionName }

    /// The title of the menu's item for undoing: “Undo Delete Plant”.
    public final var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

    /// The title of the menu's item for doing again: “Redo Delete Plant”.
    public final var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

    /// The title, in English, of an item that undoes what has the name.
    public final func undoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }

    /// The title, in English, of an item that does again what has the name.
    public final func redoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }

    // MARK: What is worth keeping

    /// Says that what is being done need not be kept, as a change of the selection.
    public final func setActionIsDiscardable(_ discardable: Bool) { describedGroup()?.discardable = discardable }

    /// Whether the next undo takes back nothing that is worth keeping.
    public final var undoActionIsDiscardable: Bool { nextUndo?.isDiscardable ?? false }

    /// Whether what is done again next is nothing that is worth keeping.
    public final var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

    // MARK: Values of one's own

    /// The key of a value that a program keeps with what can be undone.
    public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// Keeps a value with what is being done; nil takes it away.
    public final func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
        describedGroup()?.userInfo[key] = info
    }

    /// A value that was kept with what the next undo takes back.
    public final func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { nextUndo?.userInfo[key] }

    /// A value that was kept with what is done again next.
    public final func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { redoStack.last?.userInfo[key] }
}
