import CoreData
import Foundation
import Testing

@Suite("Statements 196–198: transformable attributes") struct TransformableTests {
    private static func model(_ transformer: String?, optional: Bool = true) -> NSManagedObjectModel {
        let value = NSAttributeDescription()
        value.name = "value"
        value.attributeType = .transformableAttributeType
        value.valueTransformerName = transformer
        value.isOptional = optional
        let title = NSAttributeDescription()
        title.name = "title"
        title.attributeType = .stringAttributeType
        title.isOptional = true
        let entity = NSEntityDescription()
        entity.name = "Note"
        entity.properties = [value, title]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    private struct Stack {
        let url: URL
        let context: NSManagedObjectContext

        init(_ transformer: String? = nil, at url: URL? = nil, optional: Bool = true) throws {
            self.url = try url ?? GardenStack.url()
            context = try GardenStack.container(self.url, model: model(transformer, optional: optional))
                .newBackgroundContext()
        }

        func save(_ value: Any?) throws {
            try context.performAndWait {
                context.make("Note", ["title": "n"]).setValue(value, forKey: "value")
                try context.save()
                context.reset()
            }
        }

        func values() throws -> [Any?] {
            try context.performAndWait {
                defer { context.reset() }
                return try context.all("Note").map { $0.value(forKey: "value") }
            }
        }

        var hex: [String] { SQLiteFile(url).texts("SELECT hex(ZVALUE) FROM ZNOTE ORDER BY Z_PK") }
    }

    @Test("196. Without a transformer, and with the secure one: an archive, with the class's name in the file")
    func archives() throws {
        for name in [nil, "", "NSSecureUnarchiveFromData"] {
            let stack = try Stack(name)
            try stack.save(["a": [1, 2], "b": Date(timeIntervalSinceReferenceDate: 3)] as [String: Any])
            try stack.save(Data([1, 2]))
            try stack.save(nil)
            let values = try stack.values()
            #expect((values[0] as? [String: Any])?["a"] as? [Int] == [1, 2])
            #expect(values[1] as? Data == Data([1, 2]))
            #expect(values[2] == nil && stack.hex[2].isEmpty)
            let bytes = try #require(Data(hex: stack.hex[0]))
            #expect(bytes.starts(with: Data("bplist00".utf8)) && bytes.range(of: Data("NSDictionary".utf8)) != nil)
        }
    }

    @Test("A value that no archive holds makes the save fail, with the attribute and the way out")
    func refused() throws {
        struct Point { var x = 1 }
        for (name, value) in [(nil, Point() as Any), ("NSKeyedUnarchiveFromData", "text"), ("Unknown", "text")] {
            let stack = try Stack(name)
            stack.context.performAndWait {
                stack.context.make("Note").setValue(value, forKey: "value")
                do {
                    try stack.context.save()
                    Issue.record("\(name ?? "nil") saved")
                } catch {
                    #expect((error as NSError).code == NSCoreDataError)
                    #expect(error.localizedDescription.contains("“value” of Note"))
                }
                #expect(stack.context.hasChanges)
            }
        }
    }

    /// Text as its bytes backwards.
    private final class Backwards: ValueTransformer, @unchecked Sendable {
        override func transformedValue(_ value: Any?) -> Any? {
            (value as? String).map { Data($0.utf8.reversed()) }
        }
        override func reverseTransformedValue(_ value: Any?) -> Any? {
            (value as? Data).map { String(decoding: $0.reversed(), as: UTF8.self) }
        }
    }

    /// Archives of arrays alone.
    private final class Arrays: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
        override class var allowedTopLevelClasses: [AnyClass] { [NSArray.self] }
    }

    @Test("196. A transformer's bytes stand in the file as they are: there on saving, back on reading")
    func custom() throws {
        let name = NSValueTransformerName("Backwards-\(UUID())")
        ValueTransformer.setValueTransformer(Backwards(), forName: name)
        defer { ValueTransformer.setValueTransformer(nil, forName: name) }
        let stack = try Stack(name.rawValue)
        try stack.save("abc")
        #expect(stack.hex == ["636261"])
        #expect(try stack.values().first as? String == "abc")
        #expect(code { try stack.save(5) } == NSCoreDataError)
    }

    @Test("A subclass of the secure transformer archives, and lets in what it names only")
    func subclass() throws {
        let name = NSValueTransformerName("Arrays-\(UUID())")
        ValueTransformer.setValueTransformer(Arrays(), forName: name)
        defer { ValueTransformer.setValueTransformer(nil, forName: name) }
        let stack = try Stack(name.rawValue)
        try stack.save(["a"])
        #expect(try stack.values().first as? [String] == ["a"])
        let text = try Stack()
        try text.save("not a list")
        let copy = try #require(text.hex.first)
        _ = SQLiteFile(stack.url).texts("UPDATE ZNOTE SET ZVALUE = x'\(copy)'")
        #expect(try stack.values().first is UnreadableTransformedValue)
    }

    @Test("Transformers are found by name, by class name, and not after they were forgotten")
    func registry() throws {
        let name = NSValueTransformerName("Backwards-\(UUID())")
        #expect(ValueTransformer(forName: name) == nil)
        let made = Backwards()
        ValueTransformer.setValueTransformer(made, forName: name)
        #expect(ValueTransformer(forName: name) === made)
        #expect(ValueTransformer.valueTransformerNames().contains(name))
        ValueTransformer.setValueTransformer(nil, forName: name)
        #expect(ValueTransformer(forName: name) == nil)
        let secure = ValueTransformer(forName: .secureUnarchiveFromDataTransformerName)
        #expect(secure is NSSecureUnarchiveFromDataTransformer)
        let archive = secure?.reverseTransformedValue(["a"]) as? Data
        #expect(secure?.transformedValue(archive) as? [String] == ["a"])
        #expect(secure?.transformedValue(Data([1])) == nil)
        let byClass = ValueTransformer(forName: NSValueTransformerName("CoreDataTests.FoundByClass"))
        #expect(byClass is FoundByClass)
        #expect(byClass === ValueTransformer(forName: NSValueTransformerName("CoreDataTests.FoundByClass")))
    }

    @Test("Bytes that cannot be turned back stay as they are, and say why; the rest of the object works")
    func unreadable() throws {
        let stack = try Stack(optional: false)
        try stack.save(["a"])
        let colour = Data("bplist00 of some other kind, long enough to be one, but it is none".utf8)
        let hex = colour.map { String($0, radix: 16) }.joined().uppercased()
        _ = SQLiteFile(stack.url).texts("UPDATE ZNOTE SET ZVALUE = x'\(hex)'")
        let context = stack.context
        try context.performAndWait {
            let note = try context.all("Note")[0]
            let value = try #require(note.value(forKey: "value") as? UnreadableTransformedValue)
            #expect(value.data == colour && value.error.code == NSCoreDataError)
            #expect(value.error.localizedDescription.contains("“value” of Note cannot be read"))
            note.setValue("other", forKey: "title")
            try context.save()
            // Also when the same value is set anew, or handed to another object.
            note.setValue(value, forKey: "value")
            context.make("Note", ["value": value])
            try context.save()
        }
        #expect(stack.hex == [hex, hex])
        try context.performAndWait {
            for note in try context.all("Note") { note.setValue("readable", forKey: "value") }
            try context.save()
            context.reset()
        }
        #expect(try stack.values().map { $0 as? String } == ["readable", "readable"])
        // Read with a transformer that nobody registered.
        let missing = try Stack("Missing-\(UUID())")
        _ = SQLiteFile(missing.url).texts(
            "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZVALUE) VALUES (1, 1, 1, x'01')")
        let value = try #require(try missing.values().first as? UnreadableTransformedValue)
        #expect(value.error.localizedDescription.contains("setValueTransformer"))
    }

    @Test("197. The secure transformer takes property-list classes; the insecure one makes the save fail with 134060")
    func secure() throws {
        try Stack("NSSecureUnarchiveFromData").save(["a", 1] as [Any])
        #expect(code { try Stack("NSKeyedUnarchiveFromData").save("a") } == NSCoreDataError)
    }

    @Test("198. What is fetched can be filtered by what is in the value")
    func filtering() throws {
        let stack = try Stack()
        try stack.save(["colour": "red"])
        try stack.save(["colour": "blue"])
        try stack.context.performAndWait {
            let found = try stack.context.all("Note").filter {
                ($0.value(forKey: "value") as? [String: Any])?["colour"] as? String == "red"
            }
            #expect(found.count == 1)
        }
    }

    @Test(
        "34. An equal value in the place of one that was changed where it is counts as none: that is what is compared")
    func replacedInPlace() throws {
        let stack = try Stack()
        try stack.context.performAndWait {
            let note = stack.context.make("Note", ["title": "n"])
            note.setValue(NSMutableArray(array: ["a" as NSString]), forKey: "value")
            try stack.context.save()
            let value = note.value(forKey: "value") as? NSMutableArray
            value?.add("b" as NSString)
            note.setValue(value?.mutableCopy(), forKey: "value")
            try stack.context.save()
            stack.context.reset()
        }
        #expect(try stack.values().first as? [String] == ["a"])
    }

    @Test("33. A value changed in place is no change, and not saved; another in its place is")
    func inPlace() throws {
        let stack = try Stack()
        try stack.save(NSMutableArray(array: ["a" as NSString]))
        try stack.context.performAndWait {
            let note = try stack.context.all("Note")[0]
            (note.value(forKey: "value") as? NSMutableArray)?.add("b" as NSString)
            #expect(!stack.context.hasChanges)
            stack.context.reset()
        }
        #expect(try stack.values().first as? [String] == ["a"])
        try stack.context.performAndWait {
            try stack.context.all("Note")[0].setValue(["b"], forKey: "value")
            try stack.context.save()
            stack.context.reset()
        }
        #expect(try stack.values().first as? [String] == ["b"])
    }
}

/// Registered by nobody.
final class FoundByClass: ValueTransformer, @unchecked Sendable {
}
