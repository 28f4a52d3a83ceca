import CoreData
import Foundation
import Testing

/// As `RandomLevelsTests`, with relationships of nodes to nodes.
@Suite("Random edits of nodes at random levels") struct RandomNodesTests {
    @Test("Edits that go up level by level leave what edits in one context leave", arguments: 1...6)
    func levels(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        let containers = try (0..<2).map { _ in try GardenStack.container(model: RecordStack.model) }
        let single = containers[0].newBackgroundContext()
        var levels = [containers[1].newBackgroundContext()]
        for _ in 0..<2 { levels.append(levels[levels.count - 1].child()) }
        var count = 0
        for round in 0..<40 {
            let batch = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                count += 1
                return Edit(&random, name: "node \(count)")
            }
            let level = Int.random(in: 0...2, using: &random)
            for context in [single, levels[level]] {
                try context.performAndWait { for edit in batch { try edit.make(in: context) } }
            }
            for context in levels[...level].dropFirst().reversed() {
                try context.performAndWait { try context.save() }
            }
            if Int.random(in: 0...3, using: &random) == 0 {
                for context in [single, levels[0]] { try context.performAndWait { try context.save() } }
            }
            let wanted = try single.performAndWait { try Self.graph(of: single) }
            for (number, context) in levels.enumerated() {
                try context.performAndWait {
                    if number > level { context.refreshAllObjects() }
                    let seen = try Self.graph(of: context)
                    #expect(seen == wanted, "round \(round), edited at \(level), seen at \(number)")
                }
            }
            guard try levels[0].performAndWait({ try Self.graph(of: levels[0]) == wanted }) else { return }
        }
    }

    /// A change of one node, or of two.
    private struct Edit {
        private enum Kind: CaseIterable { case add, delete, parent, noParent, next, friend, noFriend }
        private let kind: Kind
        private let places: (Int, Int)
        private let name: String

        init(_ random: inout SeededRandom, name: String) {
            kind = Bool.random(using: &random) ? .add : Kind.allCases.randomElement(using: &random) ?? .add
            places = (Int.random(in: 0...99, using: &random), Int.random(in: 0...99, using: &random))
            self.name = name
        }

        func make(in context: NSManagedObjectContext) throws {
            if kind == .add { context.make("Node", ["name": name]) }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Node")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let all = try context.fetch(request)
            if all.isEmpty { return }
            let (one, other) = (all[places.0 % all.count], all[places.1 % all.count])
            switch kind {
            case .add: one.setValue(all.last, forKey: "next")
            case .delete:
                // Deleting goes on to all nodes below, so it is not for those with many.
                guard (one.value(forKey: "children") as? NSSet)?.count ?? 0 < 2 else { return }
                context.delete(one)
                context.processPendingChanges()
            case .parent: one.setValue(other, forKey: "parent")
            case .noParent: one.setValue(nil, forKey: "parent")
            case .next: one.setValue(other, forKey: "next")
            case .friend: one.mutableSetValue(forKey: "friends").add(other)
            case .noFriend: one.mutableSetValue(forKey: "friends").removeAllObjects()
            }
        }
    }

    private static func graph(of context: NSManagedObjectContext) throws -> [String] {
        try context.all("Node").map { node in
            func one(_ key: String) -> String { (node.value(forKey: key) as? NSManagedObject)?.text("name") ?? "nil" }
            func many(_ key: String) -> [String] {
                ((node.value(forKey: key) as? NSSet)?.allObjects ?? [])
                    .map { ($0 as? NSManagedObject)?.text("name") ?? "nil" }.sorted()
            }
            return "\(node.text("name") ?? "nil"): \(one("parent")) > \(one("next")) < \(one("previous")) "
                + "children \(many("children")) friends \(many("friends")) admirers \(many("admirers"))"
        }.sorted()
    }
}
