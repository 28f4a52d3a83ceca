import CoreData
import Foundation
import Testing

@Suite("Statements 125–133: conflicts with what others saved") struct ConflictTests {
    /// Saves a plant, lets another context change it, and runs `body` with the stale object.
    private func stale(
        _ change: (NSManagedObject, NSManagedObjectContext) -> Void,
        _ body: (NSManagedObject, NSManagedObjectContext, NSPersistentContainer) throws -> Void
    ) throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "A", "nickname": "first"])
            try context.save()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                change(try other.all("Plant")[0], other)
                try other.save()
            }
            try body(plant, context, container)
        }
    }

    private func describe(_ container: NSPersistentContainer) throws -> [String] {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            try context.all("Plant").map {
                "\($0.text("genus") ?? "nil") \($0.text("nickname") ?? "nil") \($0.number("rating") ?? -1)"
            }
        }
    }

    @Test("125. A new context has the error policy, and the five policies say what they are")
    func policies() {
        let context = NSManagedObjectContext(.privateQueue)
        #expect((context.mergePolicy as? NSMergePolicy)?.mergeType == .errorMergePolicyType)
        #expect(
            [
                NSMergePolicy.error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
            ].map(\.mergeType.rawValue) == [0, 1, 2, 3, 4])
    }

    @Test("133. The codes of conflicts are Apple's")
    func codes() {
        #expect(NSManagedObjectMergeError == 133020 && NSManagedObjectConstraintMergeError == 133021)
        #expect(NSManagedObjectConstraintValidationError == 1551 && NSPersistentStoreSaveConflictsError == 134050)
    }

    @Test("126, 127. The error names the object, its versions, and the values on both sides")
    func error() throws {
        try stale { theirs, _ in
            theirs.setValue("theirs", forKey: "nickname")
        } _: { plant, context, _ in
            plant.setValue("ours", forKey: "nickname")
            do {
                try context.save()
                Issue.record("saved over another's change")
            } catch let error as NSError {
                #expect(error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectMergeError)
                let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
                let conflict = try #require(list?.first)
                #expect(list?.count == 1 && conflict.sourceObject === plant)
                #expect(conflict.oldVersionNumber == 1 && conflict.newVersionNumber == 2)
                #expect(conflict.objectSnapshot?["nickname"] as? String == "first")
                let newer = conflict.persistedSnapshot ?? conflict.cachedSnapshot
                #expect(newer?["nickname"] as? String == "theirs")
            }
            #expect(plant.text("nickname") == "ours" && context.updatedObjects == [plant])
        }
    }

    @Test(
        "128–131. Both sides changed one row, by policy",
        arguments: [
            (NSMergePolicy.mergeByPropertyStoreTrump, "ours theirs 7"), (.mergeByPropertyObjectTrump, "ours ours 7"),
            (.overwrite, "ours ours 0"), (.rollback, "A theirs 7"),
        ])
    func bothChanged(policy: NSMergePolicy, expected: String) throws {
        try stale { theirs, _ in
            theirs.setValue("theirs", forKey: "nickname")
            theirs.setValue(7, forKey: "rating")
        } _: { plant, context, container in
            plant.setValue("ours", forKey: "nickname")
            plant.setValue("ours", forKey: "genus")
            context.mergePolicy = policy
            try context.save()
            #expect(!context.hasChanges && plant.changedValues().isEmpty)
            #expect(try describe(container) == [expected])
            let shown = "\(plant.text("genus") ?? "") \(plant.text("nickname") ?? "") \(plant.number("rating") ?? -1)"
            #expect(shown == expected)
            // What was settled is settled: the next save meets no conflict.
            plant.setValue("next", forKey: "nickname")
            context.mergePolicy = NSMergePolicy.error
            try context.save()
        }
    }

    @Test(
        "Changed here, deleted there, by policy: written again or gone, and never an endless conflict",
        arguments: [
            (NSMergePolicy.mergeByPropertyObjectTrump, ["ours first 0"]), (.overwrite, ["ours first 0"]),
            (.mergeByPropertyStoreTrump, []), (.rollback, []),
        ])
    func deletedThere(policy: NSMergePolicy, expected: [String]) throws {
        try stale { theirs, other in
            other.delete(theirs)
        } _: { plant, context, container in
            plant.setValue("ours", forKey: "genus")
            do {
                try context.save()
                Issue.record("saved what is gone")
            } catch let error as NSError {
                #expect(error.code == NSManagedObjectMergeError)
                let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
                #expect(list?.first?.newVersionNumber == 0 && list?.first?.persistedSnapshot == nil)
            }
            context.mergePolicy = policy
            try context.save()
            #expect(!context.hasChanges)
            #expect(try describe(container) == expected)
            #expect(try context.all("Plant").count == expected.count)
        }
    }

    @Test(
        "Deleted here, changed there, by policy",
        arguments: [
            (NSMergePolicy.mergeByPropertyObjectTrump, []), (.overwrite, []),
            (.mergeByPropertyStoreTrump, ["A theirs 0"]), (.rollback, ["A theirs 0"]),
        ])
    func deletedHere(policy: NSMergePolicy, expected: [String]) throws {
        try stale { theirs, _ in
            theirs.setValue("theirs", forKey: "nickname")
        } _: { plant, context, container in
            context.delete(plant)
            #expect(code { try context.save() } == NSManagedObjectMergeError)
            #expect(plant.isDeleted && context.deletedObjects == [plant])
            context.mergePolicy = policy
            try context.save()
            #expect(!context.hasChanges && !plant.isDeleted)
            #expect(try describe(container) == expected)
        }
    }

    @Test(
        "Deleted on both sides: nothing to do, whatever the policy",
        arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite, .mergeByPropertyStoreTrump, .rollback])
    func deletedTwice(policy: NSMergePolicy) throws {
        try stale { theirs, other in
            other.delete(theirs)
        } _: { plant, context, container in
            context.delete(plant)
            context.mergePolicy = policy
            try context.save()
            #expect(!context.hasChanges)
            #expect(try describe(container) == [])
        }
    }

    @Test("A seed moved to a plant that another context renamed goes there, by every policy that saves")
    func relationshipAndAttribute() throws {
        for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump] {
            try stale { theirs, _ in
                theirs.setValue("renamed", forKey: "genus")
            } _: { plant, context, _ in
                context.mergePolicy = policy
                let seed = context.make("Seed", ["number": 1, "plant": plant])
                try context.save()
                context.reset()
                let plants = try context.all("Plant", "genus == 'renamed' AND seeds.@count == 1")
                #expect(plants.count == 1)
                _ = seed
            }
        }
    }

    @Test("132. Different objects are no conflict, and conflicts of several come together")
    func several() throws {
        try GardenStack.run { context, container in
            let seeds = (0..<5).map { context.make("Seed", ["number": $0]) }
            try context.save()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                for seed in try other.all("Seed", "number < 3") { seed.setValue("theirs", forKey: "note") }
                try other.save()
            }
            seeds[4].setValue("ours", forKey: "note")
            try context.save()
            for seed in seeds { seed.setValue("ours", forKey: "note") }
            do {
                try context.save()
                Issue.record("saved over others' changes")
            } catch let error as NSError {
                let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
                #expect(Set(list?.map(\.sourceObject) ?? []) == Set(seeds[0..<3]))
            }
            #expect(try context.count(for: stored("Seed")) == 5)
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
            context.reset()
            #expect(try context.all("Seed", "note == 'ours'").count == 5)
        }
    }

    @Test(
        "An unchanged object is checked too when detectConflicts asks for it, by policy",
        arguments: [
            (NSMergePolicy.error, nil), (.mergeByPropertyStoreTrump, "theirs"), (.mergeByPropertyObjectTrump, "theirs"),
            (.overwrite, "first"), (.rollback, "theirs"),
        ] as [(NSMergePolicy, String?)])
    func unchanged(policy: NSMergePolicy, nickname: String?) throws {
        try stale { theirs, _ in
            theirs.setValue("theirs", forKey: "nickname")
        } _: { plant, context, _ in
            context.mergePolicy = policy
            context.detectConflicts(for: plant)
            context.make("Seed", ["number": 1])
            guard let nickname else {
                do {
                    try context.save()
                    Issue.record("saved over another's change")
                } catch let error as NSError {
                    #expect(error.code == NSManagedObjectMergeError)
                    let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
                    #expect(list?.map(\.sourceObject) == [plant])
                }
                #expect(try context.count(for: stored("Seed")) == 0)
                // Given up, the check is over.
                context.rollback()
                context.make("Seed", ["number": 1])
                return try context.save()
            }
            try context.save()
            #expect(!context.hasChanges && plant.text("nickname") == nickname)
            #expect(try context.count(for: stored("Seed")) == 1)
        }
    }

    @Test("detectConflicts of an object whose row is as it was read keeps no save out, and counts for one save")
    func unchangedAndSame() throws {
        try stale { _, _ in
        } _: { plant, context, container in
            context.detectConflicts(for: plant)
            context.make("Seed", ["number": 1])
            try context.save()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                try other.all("Plant")[0].setValue("theirs", forKey: "nickname")
                try other.save()
            }
            context.make("Seed", ["number": 2])
            try context.save()
        }
    }

    @Test("A subclass of the policy settles by what it does to the objects, and a failure of it fails the save")
    func ownPolicy() throws {
        try stale { theirs, _ in
            theirs.setValue("theirs", forKey: "nickname")
        } _: { plant, context, container in
            plant.setValue("ours", forKey: "nickname")
            context.mergePolicy = Joining(merge: .mergeByPropertyObjectTrumpMergePolicyType)
            try context.save()
            #expect(try describe(container) == ["A theirs + ours 0"])
        }
    }

    /// Joins both nicknames.
    final class Joining: NSMergePolicy, @unchecked Sendable {
        // It has no state of its own.
        override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
            for conflict in list {
                let theirs = conflict.persistedSnapshot?["nickname"] as? String ?? ""
                let ours = conflict.sourceObject.text("nickname") ?? ""
                conflict.sourceObject.setValue("\(theirs) + \(ours)", forKey: "nickname")
            }
            try super.resolve(optimisticLockingConflicts: list)
        }
    }
}
