import CoreData

/// A base class without an entity of its own: entities of several classes below it have the property.
public class Identified: NSManagedObject {
    @NSManaged var id: UUID?
}

/// A hand-written class as it stands in a project for Apple's systems.
public class Maker: Identified {
    @NSManaged public var name: String
    @NSManaged var age: Int16
    @NSManaged var born: Date?
    @NSManaged var code: String?
    @NSManaged var isGuest: Bool
    @NSManaged var place: [String: Any]?
    @NSManaged var tags: Names?
    @NSManaged var favourite: Tool?
    @NSManaged var tools: Set<Tool>
    @NSManaged private var primitiveBorn: Date?

    /// Sets the date without the object counting as changed.
    func setBornSilently(_ date: Date) { primitiveBorn = date }

    func birthday() { age += 1 }
}

typealias Names = [String]

// MARK: Generated accessors for tools
extension Maker {
    @NSManaged public func addToTools(_ value: Tool)
    @NSManaged public func removeFromTools(_ value: Tool)
    @NSManaged public func addToTools(_ values: NSSet)
    @NSManaged public func removeFromTools(_ values: NSSet)
}

final class Apprentice: Maker {
    @NSManaged var level: Int32
    @NSManaged var years: NSNumber?
}

/// A hand-written class whose properties are generated.
public class Part: NSManagedObject {
    var isDefault: Bool { `default` }
}
