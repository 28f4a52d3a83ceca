import CoreData
import Foundation
import Testing

@Suite("Relationships of rarer kinds") struct RelationshipKindTests {
    private func names(_ value: Any?) -> [String] {
        let objects = (value as? NSSet)?.allObjects ?? (value as? NSOrderedSet)?.array ?? []
        return objects.compactMap { $0 as? NSManagedObject }.compactMap { object in
            object.text(object.entity.attributesByName["name"] == nil ? "genus" : "name")
        }
    }

    @Test("One-to-one: taking a partner frees the one it had, in the objects and in the store")
    func oneToOne() throws {
        try RecordStack.run { context, _ in
            let nodes = ["a", "b", "c"].map { context.make("Node", ["name": $0]) }
            nodes[0].setValue(nodes[1], forKey: "next")
            try context.save()
            #expect(nodes[1].value(forKey: "previous") as? NSManagedObject === nodes[0])
            nodes[2].setValue(nodes[1], forKey: "next")
            #expect(nodes[0].value(forKey: "next") == nil)
            #expect(nodes[1].value(forKey: "previous") as? NSManagedObject === nodes[2])
            try context.save()
            context.reset()
            #expect(try context.all("Node", "next.name == 'b'").map { $0.text("name") } == ["c"])
            #expect(try context.all("Node", "previous == nil").count == 2)
        }
    }

    @Test("A tree in one entity: parents and children, moved and moved back")
    func selfReferring() throws {
        try RecordStack.run { context, _ in
            let root = context.make("Node", ["name": "root"])
            let branch = context.make("Node", ["name": "branch", "parent": root])
            let leaf = context.make("Node", ["name": "leaf", "parent": branch])
            try context.save()
            leaf.setValue(root, forKey: "parent")
            #expect(names(root.value(forKey: "children")).sorted() == ["branch", "leaf"])
            #expect(names(branch.value(forKey: "children")) == [])
            leaf.setValue(branch, forKey: "parent")
            try context.save()
            context.reset()
            #expect(try context.all("Node", "parent.parent.name == 'root'").map { $0.text("name") } == ["leaf"])
            #expect(try context.all("Node", "children.@count == 1").count == 2)
        }
    }

    @Test("Many-to-many within one entity: the two ends are not mixed up")
    func manyToManySelf() throws {
        try RecordStack.run { context, _ in
            let nodes = ["a", "b", "c"].map { context.make("Node", ["name": $0]) }
            nodes[0].mutableSetValue(forKey: "friends").addObjects(from: [nodes[1], nodes[2]])
            nodes[1].mutableSetValue(forKey: "friends").add(nodes[2])
            nodes[2].mutableSetValue(forKey: "friends").add(nodes[2])
            try context.save()
            context.reset()
            let a = try context.all("Node", "name == 'a'")[0]
            let c = try context.all("Node", "name == 'c'")[0]
            #expect(names(a.value(forKey: "friends")).sorted() == ["b", "c"])
            #expect(names(a.value(forKey: "admirers")) == [])
            #expect(names(c.value(forKey: "admirers")).sorted() == ["a", "b", "c"])
            #expect(try context.all("Node", "ANY admirers.name == 'b'").map { $0.text("name") } == ["c"])
        }
    }

    @Test("To-many and to-one without inverses are saved and read back")
    func withoutInverse() throws {
        try RecordStack.run { context, _ in
            let alias = context.make("Alias", ["name": "a", "target": context.make("Record", ["title": "t"])])
            let parts = ["p", "q", "r"].map { context.make("Part", ["name": $0]) }
            alias.mutableSetValue(forKey: "readers").addObjects(from: parts)
            try context.save()
            alias.mutableSetValue(forKey: "readers").remove(parts[1])
            try context.save()
            context.reset()
            let found = try context.all("Alias")[0]
            #expect(found.value(forKeyPath: "target.title") as? String == "t")
            #expect(names(found.value(forKey: "readers")).sorted() == ["p", "r"])
            context.delete(found)
            try context.save()
            #expect(try context.all("Part").count == 3)
        }
    }

    @Test("Both to-ones of a child read back after a reset, by key and by path, in a model made in code")
    func twoParents() throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record", ["title": "r"])
            let node = context.make("Node", ["name": "n"])
            for _ in 0..<2 { context.make("Part", ["name": "p", "record": record, "guarded": node]) }
            try context.save()
            context.reset()
            for part in try context.all("Part") {
                #expect(part.value(forKeyPath: "record.title") as? String == "r")
                #expect((part.value(forKey: "guarded") as? NSManagedObject)?.text("name") == "n")
            }
        }
    }

    @Test(
        "Random moves of plants among ordered beds: both ends, the store and a second context agree", arguments: [1, 2])
    func randomOrder(seed: UInt64) throws {
        try GardenStack.run { context, container in
            var random = Random(state: seed)
            let beds = (0..<3).map { context.make("Bed", ["name": "\($0)"]) }
            let plants = (0..<10).map { context.make("Plant", ["genus": "\($0)"]) }
            var expected: [[NSManagedObject]] = [[], [], []]
            for _ in 0..<60 {
                let plant = plants[random.next(plants.count)]
                for index in expected.indices { expected[index].removeAll { $0 === plant } }
                let bed = random.next(4)
                if bed == 3 {
                    plant.setValue(nil, forKey: "bed")
                } else {
                    expected[bed].insert(plant, at: random.next(expected[bed].count + 1))
                    beds[bed].setValue(NSOrderedSet(array: expected[bed]), forKey: "plants")
                }
                for index in beds.indices {
                    #expect(
                        (beds[index].value(forKey: "plants") as? NSOrderedSet)?.array as? [NSManagedObject]
                            == expected[index])
                }
                for (index, members) in expected.enumerated() {
                    for member in members { #expect(member.value(forKey: "bed") as? NSManagedObject === beds[index]) }
                }
                guard random.next(3) == 0 else { continue }
                try context.save()
                if random.next(2) == 0 { context.refreshAllObjects() }
                let other = container.newBackgroundContext()
                try other.performAndWait {
                    for bed in try other.all("Bed") {
                        let index = Int(bed.text("name") ?? "") ?? 0
                        #expect(names(bed.value(forKey: "plants")) == expected[index].compactMap { $0.text("genus") })
                    }
                }
            }
        }
    }
}
