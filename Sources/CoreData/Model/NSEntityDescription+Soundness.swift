extension NSEntityDescription {
    /// Traps on what cannot be used: the mistakes Apple raises an exception for when a model meets a
    /// coordinator.
    internal final func requireSoundness() {
        guard let name, !name.isEmpty else {
            preconditionFailure("An entity of the model has no name: set `name` before the model is used.")
        }
        var seen: Set<String> = []
        for property in properties {
            precondition(
                !property.name.isEmpty,
                "A property of entity “\(name)” has no name: set `name` before the model is used.")
            precondition(
                seen.insert(property.name).inserted,
                "Entity “\(name)” has two properties named “\(property.name)”, its own or inherited: "
                    + "rename one.")
            (property as? NSCompositeAttributeDescription)?.requireSoundness("\(name).\(property.name)")
            if let relationship = property as? NSRelationshipDescription {
                precondition(
                    relationship.destinationEntity != nil,
                    "Relationship “\(name).\(property.name)” has no destination: set `destinationEntity` to "
                        + "an entity of the model.")
            }
        }
    }
}
