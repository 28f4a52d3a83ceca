import CoreData

// Parts of models that are built in code, for tests.

func attribute(
    _ name: String, _ type: NSAttributeType, optional: Bool = true, value: Any? = nil, transient: Bool = false,
    external: Bool = false
) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = optional
    attribute.defaultValue = value
    attribute.isTransient = transient
    attribute.allowsExternalBinaryDataStorage = external
    return attribute
}

func entity(_ name: String, _ properties: [NSPropertyDescription] = []) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
}

extension ClosedRange<Int> {
    /// Any number of objects: a greatest count of 0 stands for no bound.
    static var many: ClosedRange<Int> { 0...0 }
    /// One object or none.
    static var one: ClosedRange<Int> { 0...1 }
}

/// Relates two entities, both ways.
func relate(
    _ one: NSEntityDescription, _ there: String, _ count: ClosedRange<Int>,
    rule: NSDeleteRule = .nullifyDeleteRule, ordered: Bool = false, _ other: NSEntityDescription, _ back: String,
    _ backCount: ClosedRange<Int> = .one, back backRule: NSDeleteRule = .nullifyDeleteRule
) {
    func make(
        _ name: String, to destination: NSEntityDescription, _ count: ClosedRange<Int>, _ rule: NSDeleteRule
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.minCount = count.lowerBound
        relationship.maxCount = count.upperBound
        relationship.deleteRule = rule
        return relationship
    }
    let (out, home) = (make(there, to: other, count, rule), make(back, to: one, backCount, backRule))
    out.isOrdered = ordered
    out.inverseRelationship = home
    home.inverseRelationship = out
    one.properties.append(out)
    other.properties.append(home)
}
