/// What is undone, or done again, together.
final class UndoGroup {
    /// A part of a group, in the order in which it came.
    enum Entry {
        case action(UndoAction)
        case group(UndoGroup)
    }

    var entries: [Entry] = []
    var name = ""
    /// What `setActionIsDiscardable(_:)` said of it; nil when it said nothing.
    var discardable: Bool?
    var userInfo: [UndoManager.UserInfoKey: Any] = [:]

    var isEmpty: Bool { entries.isEmpty }

    /// Whether nothing in it is worth keeping.
    var isDiscardable: Bool {
        if let discardable { return discardable }
        return !isEmpty
            && entries.allSatisfy { entry in
                if case .group(let group) = entry { group.isDiscardable } else { false }
            }
    }

    /// Carries out what it holds, the last first.
    func perform() {
        for entry in entries.reversed() {
            switch entry {
            case .action(let action): action.perform()
            case .group(let group): group.perform()
            }
        }
    }

    /// Takes over from `other` what is said of a group, where nothing is said of this one.
    func takeDescription(of other: UndoGroup) {
        if name.isEmpty { name = other.name }
        if discardable == nil { discardable = other.discardable }
        userInfo.merge(other.userInfo) { own, _ in own }
    }

    /// Drops the actions of a target, and the groups that are empty then.
    func removeActions(of target: ObjectIdentifier) {
        entries.removeAll { entry in
            switch entry {
            case .action(let action): return action.identity == target
            case .group(let group):
                group.removeActions(of: target)
                return group.isEmpty
            }
        }
    }
}

/// One thing to do to a target, which is not kept for it.
struct UndoAction {
    private weak var target: AnyObject?
    let identity: ObjectIdentifier
    private let handler: (AnyObject) -> Void

    init(target: AnyObject, handler: @escaping (AnyObject) -> Void) {
        self.target = target
        identity = ObjectIdentifier(target)
        self.handler = handler
    }

    /// Does it, if the target is still there.
    func perform() {
        if let target { handler(target) }
    }
}
