import CoreData
import Foundation
import Testing

@Suite("Validation") struct ValidationTests {
    private func error(_ body: () throws -> Void) -> NSError? {
        do {
            try body()
            return nil
        } catch {
            return error as NSError
        }
    }

    @Test("A missing value keeps the whole save out; with it the same save goes through (23, 111, 116, 119)")
    func missing() throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record")
            context.make("Part", ["name": "p"])
            record.setValue(nil, forKey: "title")
            let failure = error { try context.save() }
            #expect(failure?.domain == NSCocoaErrorDomain)
            #expect(failure?.code == NSValidationMissingMandatoryPropertyError)
            #expect(failure?.userInfo[NSValidationKeyErrorKey] as? String == "title")
            #expect(failure?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === record)
            #expect(context.insertedObjects.count == 2)
            record.setValue("there", forKey: "title")
            try context.save()
            record.setValue(nil, forKey: "title")
            #expect(error { try context.save() }?.code == NSValidationMissingMandatoryPropertyError)
            context.rollback()
            #expect(record.text("title") == "there")
        }
    }

    @Test("A value the model's predicate refuses: 1550, with key, value, predicate and the model's sentence (112)")
    func predicate() throws {
        try RecordStack.run { context, _ in
            context.make("Record", ["score": 101])
            let failure = error { try context.save() }
            #expect(failure?.code == NSManagedObjectValidationError)
            #expect(failure?.localizedDescription == "A score is 100 at most.")
            #expect(failure?.userInfo[NSValidationKeyErrorKey] as? String == "score")
            #expect(failure?.userInfo[NSValidationValueErrorKey] as? Int == 101)
            #expect((failure?.userInfo[NSValidationPredicateErrorKey] as? NSPredicate)?.formatText == "SELF <= 100")
        }
    }

    @Test("Values at the edge of what is allowed", arguments: [(0, true), (100, true), (-1, false), (101, false)])
    func edges(score: Int, isValid: Bool) throws {
        try RecordStack.run { context, _ in
            context.make("Record", ["score": score])
            #expect((error { try context.save() } == nil) == isValid)
        }
    }

    @Test("validateValue checks a value without setting it (113)")
    func oneValue() throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record")
            var value: AnyObject? = NSNumber(value: 500)
            #expect(error { try record.validateValue(&value, forKey: "score") }?.code == NSManagedObjectValidationError)
            value = NSNumber(value: 50)
            try record.validateValue(&value, forKey: "score")
            value = nil
            #expect(
                error { try record.validateValue(&value, forKey: "title") }?.code
                    == NSValidationMissingMandatoryPropertyError)
            #expect(record.number("score") == nil && record.text("title") == "untitled")
        }
    }

    @Test("Several failures come as one error with a list, of one object or of several (114)")
    func several() throws {
        try RecordStack.run { context, _ in
            context.make("Record", ["score": -1, "title": "4"])
            var failure = error { try context.save() }
            #expect(failure?.code == NSValidationMultipleErrorsError)
            let keys = (failure?.userInfo[NSDetailedErrorsKey] as? [NSError])?.compactMap {
                $0.userInfo[NSValidationKeyErrorKey] as? String
            }
            #expect(keys?.sorted() == ["score", "title"])
            context.make("Record", ["score": 200])
            failure = error { try context.save() }
            #expect((failure?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 3)
        }
    }

    @Test(
        "A relationship has none, or as many objects as the model allows (117, 118)",
        arguments: [
            (0, nil), (1, NSValidationRelationshipLacksMinimumCountError), (2, nil), (3, nil),
            (4, NSValidationRelationshipExceedsMaximumCountError),
        ])
    func counts(count: Int, expected: Int?) throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record")
            for _ in 0..<count { context.make("Part", ["record": record]) }
            let failure = error { try context.save() }
            #expect(failure?.code == expected)
            if expected != nil { #expect(failure?.userInfo[NSValidationKeyErrorKey] as? String == "parts") }
        }
    }

    @Test("A count that a change breaks is found as well")
    func countsAfterChange() throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record")
            let parts = (0..<2).map { _ in context.make("Part", ["record": record]) }
            try context.save()
            context.refreshAllObjects()
            parts[0].setValue(nil, forKey: "record")
            #expect(error { try context.save() }?.code == NSValidationRelationshipLacksMinimumCountError)
            context.rollback()
            context.delete(parts[0])
            #expect(error { try context.save() }?.code == NSValidationRelationshipLacksMinimumCountError)
        }
    }

    @Test("An override's own error blocks the save and comes through as it is (115, 121)")
    func ownError() throws {
        try RecordStack.run { context, _ in
            let record = try #require(context.make("Record") as? Record)
            record.insertionError = NSError(domain: "Garden", code: 42)
            let failure = error { try context.save() }
            #expect(failure?.domain == "Garden" && failure?.code == 42)
            #expect(context.hasChanges)
            record.insertionError = nil
            try context.save()
        }
    }

    @Test(
        "A number the attribute cannot hold is an error of the save, and nothing is written",
        arguments: [(70_000, NSValidationNumberTooLargeError), (-40_000, NSValidationNumberTooSmallError)])
    func outOfRange(number: Int, expected: Int) throws {
        try GardenStack.run { context, _ in
            let seed = context.make("Seed", ["number": number])
            context.make("Tag", ["name": "t"])
            #expect(code { try context.save() } == expected)
            #expect(try context.count(for: stored("Tag")) == 0)
            seed.setValue(32_767, forKey: "number")
            try context.save()
            #expect(try context.all("Seed").count == 1)
        }
    }
}

/// A request for what the store holds, unsaved changes aside.
func stored(_ entity: String) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.includesPendingChanges = false
    return request
}
