import CoreData
import Foundation
import Testing

@Suite("An undo manager by itself") struct UndoManagerTests {
    /// Something to change.
    private final class Pot {
        var seeds = 0
        let manager: UndoManager
        init(_ manager: UndoManager) { self.manager = manager }

        func fill(_ new: Int) {
            let old = seeds
            manager.registerUndo(withTarget: self) { $0.fill(old) }
            seeds = new
        }
    }

    /// A pot whose manager has no groups of its own.
    private func make(byEvent: Bool = false) -> (Pot, UndoManager) {
        let manager = UndoManager()
        manager.groupsByEvent = byEvent
        return (Pot(manager), manager)
    }

    private func group(_ manager: UndoManager, _ name: String = "", _ body: () -> Void) {
        manager.beginUndoGrouping()
        body()
        if !name.isEmpty { manager.setActionName(name) }
        manager.endUndoGrouping()
    }

    @Test("A new manager has nothing to undo, groups by event and keeps everything")
    func defaults() {
        let manager = UndoManager()
        #expect(manager.groupsByEvent && manager.levelsOfUndo == 0 && manager.groupingLevel == 0)
        #expect(!manager.canUndo && !manager.canRedo && !manager.isUndoing && !manager.isRedoing)
        #expect(manager.isUndoRegistrationEnabled && manager.runLoopModes == [.default])
        #expect(
            manager.undoActionName == "" && manager.undoMenuItemTitle == "Undo" && manager.redoMenuItemTitle == "Redo")
        manager.undo()
        manager.redo()
        manager.undoNestedGroup()
    }

    @Test("Undo and redo go back and forth, group by group, the last action of a group first")
    func backAndForth() {
        let (pot, manager) = make()
        group(manager) { pot.fill(1) }
        group(manager) {
            pot.fill(2)
            pot.fill(3)
        }
        #expect(manager.undoCount == 2 && manager.redoCount == 0)
        manager.undo()
        #expect(pot.seeds == 1 && manager.canUndo && manager.canRedo)
        manager.undo()
        #expect(pot.seeds == 0 && !manager.canUndo && manager.redoCount == 2)
        manager.redo()
        #expect(pot.seeds == 1)
        manager.redo()
        #expect(pot.seeds == 3 && !manager.canRedo)
        manager.undo()
        #expect(pot.seeds == 1)
    }

    @Test("isUndoing and isRedoing are true while they are; what is registered then is the opposite")
    func states() {
        let (pot, manager) = make()
        var seen: [String] = []
        func note() { seen.append("\(manager.isUndoing) \(manager.isRedoing)") }
        func change() {
            note()
            manager.registerUndo(withTarget: pot) { _ in change() }
        }
        group(manager) { change() }
        manager.undo()
        manager.redo()
        note()
        #expect(seen == ["false false", "true false", "false true", "false false"])
    }

    @Test("A change after an undo ends what can be done again")
    func redoEnds() {
        let (pot, manager) = make()
        group(manager) { pot.fill(1) }
        manager.undo()
        group(manager) { pot.fill(5) }
        #expect(!manager.canRedo)
        manager.redo()
        #expect(pot.seeds == 5)
    }

    @Test("Groups within a group are undone as one; a group with nothing in it is none")
    func nesting() {
        let (pot, manager) = make()
        group(manager) {
            #expect(manager.groupingLevel == 1)
            pot.fill(1)
            group(manager) {
                #expect(manager.groupingLevel == 2)
                pot.fill(2)
            }
            group(manager) { pot.fill(3) }
        }
        group(manager) { group(manager) {} }
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(pot.seeds == 0 && !manager.canUndo)
        manager.redo()
        #expect(pot.seeds == 3)
    }

    @Test("undoNestedGroup undoes the last group of the one that is open")
    func nestedUndo() {
        let (pot, manager) = make()
        manager.beginUndoGrouping()
        pot.fill(1)
        group(manager) { pot.fill(2) }
        manager.undoNestedGroup()
        #expect(pot.seeds == 1 && manager.groupingLevel == 1 && manager.canRedo)
        manager.endUndoGrouping()
        manager.undo()
        #expect(pot.seeds == 0)
    }

    @Test("undo closes the only open group first")
    func undoCloses() {
        let (pot, manager) = make()
        manager.beginUndoGrouping()
        pot.fill(1)
        #expect(manager.canUndo)
        manager.undo()
        #expect(pot.seeds == 0 && manager.groupingLevel == 0)
    }

    @Test("levelsOfUndo keeps the latest groups, and drops older ones when it is lowered")
    func levels() {
        let (pot, manager) = make()
        for seeds in 1...5 { group(manager) { pot.fill(seeds) } }
        manager.levelsOfUndo = 3
        #expect(manager.undoCount == 3)
        group(manager) { pot.fill(6) }
        #expect(manager.undoCount == 3)
        for _ in 0..<5 { manager.undo() }
        #expect(pot.seeds == 3 && manager.redoCount == 3)
        manager.levelsOfUndo = 1
        manager.redo()
        manager.redo()
        #expect(pot.seeds == 4)
    }

    @Test("Nothing is registered while registration is disabled; the calls are counted")
    func disabling() {
        let (pot, manager) = make()
        manager.disableUndoRegistration()
        manager.disableUndoRegistration()
        manager.enableUndoRegistration()
        #expect(!manager.isUndoRegistrationEnabled)
        // Not even a group is asked for.
        pot.fill(1)
        manager.enableUndoRegistration()
        group(manager) { pot.fill(2) }
        manager.undo()
        #expect(pot.seeds == 1 && !manager.canUndo)
    }

    @Test("removeAllActions forgets all and enables registration; withTarget: those of one target")
    func removing() {
        let (pot, manager) = make()
        let other = Pot(manager)
        group(manager) {
            pot.fill(1)
            other.fill(1)
        }
        group(manager) { other.fill(2) }
        manager.removeAllActions(withTarget: other)
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(pot.seeds == 0 && other.seeds == 2)
        manager.disableUndoRegistration()
        manager.removeAllActions()
        #expect(!manager.canUndo && !manager.canRedo && manager.isUndoRegistrationEnabled)
    }

    @Test("A target is not kept; what was registered with one that is gone does nothing")
    func targets() {
        let manager = UndoManager()
        manager.groupsByEvent = false
        weak var gone: Pot?
        do {
            let pot = Pot(manager)
            gone = pot
            group(manager) { pot.fill(1) }
        }
        #expect(gone == nil)
        manager.undo()
        #expect(!manager.canRedo)
    }

    @Test("Names go with their groups, to the redo as well, and into the menu's titles")
    func names() {
        let (pot, manager) = make()
        group(manager, "Sow") { pot.fill(1) }
        group(manager, "Water") { group(manager) { pot.fill(2) } }
        #expect(manager.undoActionName == "Water" && manager.undoMenuItemTitle == "Undo Water")
        manager.undo()
        #expect(manager.undoActionName == "Sow" && manager.redoActionName == "Water")
        #expect(manager.redoMenuItemTitle == "Redo Water")
        manager.redo()
        #expect(manager.undoMenuItemTitle == "Undo Water" && manager.redoMenuItemTitle == "Redo")
        #expect(manager.undoMenuTitle(forUndoActionName: "Cut") == "Undo Cut")
        #expect(manager.redoMenuTitle(forUndoActionName: "") == "Redo")
        manager.setActionName("")
        #expect(manager.undoMenuItemTitle == "Undo")
    }

    @Test("What is discardable says so, before and after, and when its group closes")
    func discardable() {
        let (pot, manager) = make()
        let closings = Notes(manager, [.NSUndoManagerDidCloseUndoGroup])
        group(manager) { pot.fill(1) }
        #expect(!manager.undoActionIsDiscardable)
        group(manager) {
            pot.fill(2)
            manager.setActionIsDiscardable(true)
        }
        #expect(manager.undoActionIsDiscardable && !manager.redoActionIsDiscardable)
        #expect(closings.infos.map { $0[NSUndoManagerGroupIsDiscardableKey] as? Bool } == [false, true])
        manager.undo()
        #expect(!manager.undoActionIsDiscardable && manager.redoActionIsDiscardable)
    }

    @Test("Values that are kept with a group come back with it")
    func userInfo() {
        let (pot, manager) = make()
        let key = UndoManager.UserInfoKey("place")
        group(manager) {
            pot.fill(1)
            manager.setActionUserInfoValue(7, forKey: key)
        }
        #expect(manager.undoActionUserInfoValue(forKey: key) as? Int == 7)
        manager.undo()
        #expect(manager.undoActionUserInfoValue(forKey: key) == nil)
        #expect(manager.redoActionUserInfoValue(forKey: key) as? Int == 7)
    }

    @Test("By event: an explicit group stands within the event's, and both are undone with it")
    func events() {
        let (pot, manager) = make(byEvent: true)
        pot.fill(1)
        #expect(manager.groupingLevel == 1)
        group(manager) {
            #expect(manager.groupingLevel == 2)
            pot.fill(2)
        }
        manager.undo()
        #expect(pot.seeds == 0 && manager.groupingLevel == 0)
        manager.redo()
        #expect(pot.seeds == 2)
    }

    @Test("On the main queue an event ends with its turn") @MainActor
    func turns() async {
        let manager = UndoManager()
        let pot = Pot(manager)
        pot.fill(1)
        #expect(manager.groupingLevel == 1)
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(manager.groupingLevel == 0)
        pot.fill(2)
        manager.undo()
        #expect(pot.seeds == 1 && manager.undoCount == 1)
    }

    // MARK: Notifications

    /// Notes notifications of a manager.
    private final class Notes {
        private(set) var names: [String] = []
        private(set) var infos: [[AnyHashable: Any]] = []
        private var tokens: [any NSObjectProtocol] = []

        init(_ manager: UndoManager, _ wanted: [Notification.Name]) {
            for name in wanted {
                nonisolated(unsafe) let notes = Unowned(self)
                tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { note in
                        notes.object?.names.append(
                            name.rawValue.replacingOccurrences(of: "NSUndoManager", with: "")
                                .replacingOccurrences(of: "Notification", with: ""))
                        notes.object?.infos.append(note.userInfo ?? [:])
                    })
            }
        }

        deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

        func taken() -> [String] {
            defer { names = [] }
            return names
        }

        private struct Unowned {
            weak var object: Notes?
            init(_ object: Notes) { self.object = object }
        }
    }

    @Test("The notifications come in Apple's order")
    func notifications() {
        let (pot, manager) = make()
        let notes = Notes(
            manager,
            [
                .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
                .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
                .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
            ])
        let closing = ["Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup"]
        manager.beginUndoGrouping()
        #expect(notes.taken() == ["DidOpenUndoGroup"])
        manager.beginUndoGrouping()
        #expect(notes.taken() == ["Checkpoint", "DidOpenUndoGroup"])
        pot.fill(1)
        manager.endUndoGrouping()
        #expect(notes.taken() == closing)
        manager.endUndoGrouping()
        #expect(notes.taken() == closing)
        #expect(manager.canUndo)
        #expect(notes.taken() == [])
        manager.undoNestedGroup()
        #expect(
            notes.taken() == ["Checkpoint", "WillUndoChange", "DidOpenUndoGroup"] + closing + ["DidUndoChange"])
        #expect(manager.canRedo)
        #expect(notes.taken() == ["Checkpoint"])
        manager.redo()
        #expect(
            notes.taken() == ["Checkpoint", "WillRedoChange", "DidOpenUndoGroup"] + closing + ["DidRedoChange"])
    }
}
