import CoreData
import Foundation

/// A model with rules for values and with relationships of rarer kinds, and a class that notes its calls.
enum RecordStack {
    static let model: NSManagedObjectModel = {
        let record = entity(
            "Record",
            [
                attribute("title", .stringAttributeType, optional: false, value: "untitled"),
                attribute("score", .integer32AttributeType), attribute("day", .dateAttributeType),
                attribute("scratch", .stringAttributeType, transient: true), attribute("touched", .dateAttributeType),
            ])
        record.managedObjectClassName = "CoreDataTests.Record"
        record.attributesByName["title"]?.setValidationPredicates(
            [NSPredicate(format: "SELF MATCHES '[^0-9]*'")], withValidationWarnings: ["A title has no digits."])
        record.attributesByName["score"]?.setValidationPredicates(
            [NSPredicate(format: "SELF >= 0"), NSPredicate(format: "SELF <= 100")],
            withValidationWarnings: ["A score is not negative.", "A score is 100 at most."])
        let part = entity("Part", [attribute("name", .stringAttributeType)])
        let alias = entity("Alias", [attribute("name", .stringAttributeType)])
        let node = entity("Node", [attribute("name", .stringAttributeType)])
        relate(record, "parts", 2...3, part, "record")
        relate(node, "children", .many, rule: .cascadeDeleteRule, node, "parent")
        relate(node, "next", .one, node, "previous")
        relate(node, "friends", .many, node, "admirers", .many)
        relate(node, "guards", .many, rule: .denyDeleteRule, part, "guarded")
        relate(part, "twins", .many, rule: .cascadeDeleteRule, node, "twin", back: .cascadeDeleteRule)
        // Without inverses: one way only.
        let target = NSRelationshipDescription()
        target.name = "target"
        target.destinationEntity = record
        target.maxCount = 1
        target.deleteRule = .nullifyDeleteRule
        let readers = NSRelationshipDescription()
        readers.name = "readers"
        readers.destinationEntity = part
        readers.maxCount = 0
        readers.deleteRule = .nullifyDeleteRule
        alias.properties += [target, readers]
        let model = NSManagedObjectModel()
        model.entities = [record, part, alias, node]
        return model
    }()

    /// Runs `body` on a new context of a new store.
    static func run<T>(_ body: (NSManagedObjectContext, NSPersistentContainer) throws -> T) throws -> T {
        let container = try GardenStack.container(model: model)
        let context = container.newBackgroundContext()
        return try context.performAndWait { try body(context, container) }
    }
}

/// Notes what is called on it, and does in it what a test asks for.
final class Record: NSManagedObject {
    var calls: [String] = []
    /// What `willSave` does, once for each call.
    var onWillSave: ((Record) -> Void)?
    var insertionError: NSError?
    /// The keys whose values were to be validated.
    private(set) var validated: Set<String> = []
    /// What the record says to a value: it throws, or puts another in its place.
    var onValidate: ((String, inout AnyObject?) throws -> Void)?

    /// What is called on a new object is called before the test has it.
    func taken() -> [String] {
        defer { calls = [] }
        return calls
    }

    override func awakeFromInsert() {
        super.awakeFromInsert()
        calls.append("awakeFromInsert \(value(forKey: "title") as? String ?? "nil")")
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        calls.append("awakeFromFetch")
    }

    override func prepareForDeletion() {
        super.prepareForDeletion()
        calls.append("prepareForDeletion")
    }

    override func willSave() {
        super.willSave()
        calls.append("willSave")
        onWillSave?(self)
    }

    override func didSave() {
        super.didSave()
        calls.append("didSave")
    }

    override func willTurnIntoFault() {
        super.willTurnIntoFault()
        calls.append("willTurnIntoFault")
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        calls.append("didTurnIntoFault")
    }

    override func validateForInsert() throws {
        try super.validateForInsert()
        if let insertionError { throw insertionError }
    }

    override func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
    ) throws {
        validated.insert(key)
        try onValidate?(key, &value.pointee)
        try super.validateValue(value, forKey: key)
    }

    override func value(forKey key: String) -> Any? {
        key == "shout" ? (super.value(forKey: "title") as? String)?.uppercased() : super.value(forKey: key)
    }
}
