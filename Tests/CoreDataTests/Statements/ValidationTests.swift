import Foundation
import ModelFile
import Testing

@testable import CoreData

@Suite("Statements 111–121: validation") struct ValidationTests {
    private func error(_ body: () throws -> Void) -> NSError? {
        do {
            try body()
            return nil
        } catch {
            return error as NSError
        }
    }

    @Test("23, 111, 116, 119. A missing value keeps the whole save out; with it the same save goes through")
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

    @Test("112. A value the model's predicate refuses: 1550, with key, value, predicate and the model's sentence")
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

    @Test("113. validateValue checks a value without setting it")
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

    @Test("114. Several failures come as one error with a list, of one object or of several")
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
        "117, 118. A relationship has none, or as many objects as the model allows",
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

    @Test("115, 121. An override's own error blocks the save and comes through as it is")
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

    private static func refuseWeeds(_ key: String, _ value: inout AnyObject?) throws {
        if key == "title", value as? String == "weed" { throw NSError(domain: "Garden", code: 7) }
    }

    @Test(
        "115. An override for one key is asked by a save; its own error comes through as it is, if it is the only one")
    func ownKeyError() throws {
        try RecordStack.run { context, _ in
            let record = try #require(context.make("Record", ["title": "weed"]) as? Record)
            record.onValidate = Self.refuseWeeds
            #expect(error { try context.save() }?.domain == "Garden")
            #expect(record.validated == ["day", "parts", "score", "scratch", "title", "touched"])
            record.setValue(500, forKey: "score")
            let both = error { try record.validateForInsert() }
            #expect(both?.code == NSValidationMultipleErrorsError)
            let domains = (both?.userInfo[NSDetailedErrorsKey] as? [NSError])?.map(\.domain)
            #expect(Set(domains ?? []) == ["Garden", NSCocoaErrorDomain])
            record.setValue(5, forKey: "score")
            record.setValue("plant", forKey: "title")
            try context.save()
            record.setValue("weed", forKey: "title")
            #expect(error { try record.validateForUpdate() }?.domain == "Garden")
        }
    }

    @Test("A value that the override of one key replaces is the one that is saved")
    func replaced() throws {
        try RecordStack.run { context, _ in
            let record = try #require(context.make("Record", ["title": " plant "]) as? Record)
            record.onValidate = { key, value in
                guard key == "title", let text = value as? String else { return }
                value = text.trimmingCharacters(in: .whitespaces) as NSString
            }
            try context.save()
            context.refresh(record, mergeChanges: false)
            #expect(record.text("title") == "plant")
        }
    }

    @Test("119. The error of a single invalid object is not wrapped; with the value put right the same save succeeds")
    func single() throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record", ["score": -5])
            let failure = error { try context.save() }
            #expect(failure?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === record)
            #expect(try context.count(for: stored("Record")) == 0)
            record.setValue(5, forKey: "score")
            try context.save()
            #expect(try context.count(for: stored("Record")) == 1)
        }
    }

    /// A model file with every rule that an attribute may have there.
    private static let rules = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Label" syncable="YES">
                <attribute name="code" optional="YES" attributeType="String" minValueString="2" maxValueString="4" \
        regularExpressionString="[A-Z]+"/>
                <attribute name="count" optional="YES" attributeType="Integer 32" minValueString="1" \
        maxValueString="9" usesScalarValueType="NO"/>
                <attribute name="day" optional="YES" attributeType="Date" minDateTimeInterval="100" \
        maxDateTimeInterval="200"/>
            </entity>
        </model>
        """

    @Test(
        "The rules of a model file for lengths, patterns, numbers and dates each have a code of their own",
        arguments: [
            ("code", "A" as any Sendable, NSValidationStringTooShortError),
            ("code", "ABCDE", NSValidationStringTooLongError), ("code", "ab", NSValidationStringPatternMatchingError),
            ("count", 0, NSValidationNumberTooSmallError), ("count", 10, NSValidationNumberTooLargeError),
            ("day", Date(timeIntervalSinceReferenceDate: 99), NSValidationDateTooSoonError),
            ("day", Date(timeIntervalSinceReferenceDate: 201), NSValidationDateTooLateError),
        ])
    func codes(key: String, value: any Sendable, expected: Int) throws {
        let model = try NSManagedObjectModel(document: ModelDocument(xml: Self.rules), module: nil)
        let context = try GardenStack.container(model: model).newBackgroundContext()
        try context.performAndWait {
            let label = context.make(
                "Label", ["code": "AB", "count": 1, "day": Date(timeIntervalSinceReferenceDate: 100)])
            try context.save()
            label.setValue(value, forKey: key)
            let failure = error { try context.save() }
            #expect(failure?.code == expected && failure?.userInfo[NSValidationKeyErrorKey] as? String == key)
        }
    }

    @Test(
        "A value that is not stored may be missing, whatever the class",
        arguments: ["NSManagedObject", "CoreDataTests.Loose"])
    func missingTransient(className: String) throws {
        let (name, scratch) = (NSAttributeDescription(), NSAttributeDescription())
        (name.name, name.attributeType) = ("name", .stringAttributeType)
        (scratch.name, scratch.attributeType) = ("scratch", .stringAttributeType)
        (scratch.isOptional, scratch.isTransient) = (false, true)
        let entity = NSEntityDescription()
        (entity.name, entity.properties, entity.managedObjectClassName) = ("Label", [name, scratch], className)
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let context = try GardenStack.container(model: model).newBackgroundContext()
        try context.performAndWait {
            context.make("Label", ["name": "a"])
            try context.save()
        }
    }

    @Test("120. A derived value that has to be, and is nowhere yet, keeps the save out with 1570")
    func mandatoryDerived() throws {
        let name = NSAttributeDescription()
        (name.name, name.attributeType) = ("name", .stringAttributeType)
        let plain = NSDerivedAttributeDescription()
        (plain.name, plain.attributeType, plain.isOptional) = ("plain", .stringAttributeType, false)
        plain.derivationExpression = NSExpression(format: "canonical:(name)")
        let entity = NSEntityDescription()
        (entity.name, entity.properties) = ("Label", [name, plain])
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let context = try GardenStack.container(model: model).newBackgroundContext()
        try context.performAndWait {
            let label = context.make("Label", ["name": "É"])
            #expect(code { try context.save() } == NSValidationMissingMandatoryPropertyError)
            label.setValue("", forKey: "plain")
            try context.save()
            context.refresh(label, mergeChanges: false)
            #expect(label.text("plain") == "e")
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

/// A class written by hand that changes nothing.
final class Loose: NSManagedObject {}
