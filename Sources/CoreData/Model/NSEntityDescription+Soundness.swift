import Foundation

// The mistakes Apple raises an exception for when a model meets a coordinator.
extension NSManagedObjectModel {
    /// Traps on entities that cannot be used together, and on each that cannot be used.
    internal final func requireSoundness() {
        var tables: [String: String] = [:]
        for entity in entities {
            entity.requireSoundness()
            // Entities at the top have tables of their own, and SQL knows no case.
            guard entity.superentity == nil, let name = entity.name else { continue }
            if let other = tables.updateValue(name, forKey: name.uppercased()) {
                preconditionFailure("The model has the entities “\(other)” and “\(name)”: rename one.")
            }
        }
    }
}

extension NSEntityDescription {
    /// Traps on what cannot be used.
    internal final func requireSoundness() {
        guard let name, !name.isEmpty else {
            preconditionFailure("An entity of the model has no name: set `name` before the model is used.")
        }
        Self.requireWord(name, "an entity")
        var ancestor = superentity
        while let current = ancestor, current !== self { ancestor = current.superentity }
        precondition(
            ancestor == nil, "Entity “\(name)” is one of its own subentities: take it out of their `subentities`.")
        var seen: Set<String> = []
        for property in properties {
            precondition(
                !property.name.isEmpty,
                "A property of entity “\(name)” has no name: set `name` before the model is used.")
            Self.requireWord(property.name, "a property of “\(name)”")
            precondition(
                seen.insert(property.name).inserted,
                "Entity “\(name)” has two properties named “\(property.name)”, its own or inherited: "
                    + "rename one.")
            if let relationship = property as? NSRelationshipDescription {
                relationship.requireDestination(in: model, "\(name).\(property.name)")
            } else if let attribute = property as? NSAttributeDescription {
                attribute.requireFittingDefault("\(name).\(property.name)")
            }
        }
        requireSoundConstraints(name)
    }

    /// Names stand in SQL, in key paths and in formats.
    private static func requireWord(_ name: String, _ what: String) {
        precondition(
            name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isIDContinue },
            "“\(name)” cannot be a name of \(what): names have letters, digits and underscores.")
    }

    private func requireSoundConstraints(_ name: String) {
        let names = Set(properties.filter { !$0.isTransient }.map(\.name))
        for constraint in constraintAttributeNames {
            precondition(
                !constraint.isEmpty, "A uniqueness constraint of “\(name)” names no attribute: take it out.")
            for attribute in constraint where !names.contains(attribute) {
                preconditionFailure(
                    "A uniqueness constraint of “\(name)” names “\(attribute)”, which is no attribute that a store "
                        + "keeps. Check the spelling.")
            }
        }
    }
}

extension NSRelationshipDescription {
    fileprivate func requireDestination(in model: NSManagedObjectModel?, _ name: String) {
        guard let destinationEntity else {
            preconditionFailure(
                "Relationship “\(name)” has no destination: set `destinationEntity` to an entity of the model.")
        }
        precondition(
            destinationEntity.model === model,
            "Relationship “\(name)” leads to “\(destinationEntity.name ?? "")”, which is not in the model: add it to "
                + "the model's entities.")
    }
}

extension NSAttributeDescription {
    fileprivate func requireFittingDefault(_ name: String) {
        guard let defaultValue, !SlotCoding.fits(defaultValue, SlotKind(self)) else { return }
        preconditionFailure(
            "The default value of “\(name)”, a \(Swift.type(of: defaultValue)), is none of the attribute's type: set "
                + "`defaultValue` to one that is.")
    }
}
