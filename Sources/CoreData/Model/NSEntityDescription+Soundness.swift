import Foundation
internal import ModelFile

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
        Self.requireName(name, "an entity")
        var ancestor = superentity
        while let current = ancestor, current !== self { ancestor = current.superentity }
        precondition(
            ancestor == nil, "Entity “\(name)” is one of its own subentities: take it out of their `subentities`.")
        var seen: Set<String> = []
        for property in properties {
            precondition(
                !property.name.isEmpty,
                "A property of entity “\(name)” has no name: set `name` before the model is used.")
            Self.requireName(property.name, "a property of “\(name)”")
            precondition(
                seen.insert(property.name).inserted,
                "Entity “\(name)” has two properties named “\(property.name)”, its own or inherited: "
                    + "rename one.")
            if let relationship = property as? NSRelationshipDescription {
                relationship.requireDestination(in: model, "\(name).\(property.name)")
            } else if let attribute = property as? NSAttributeDescription {
                attribute.requireSoundness("\(name).\(property.name)")
            }
        }
        requireSoundConstraints(name)
    }

    fileprivate static func requireName(_ name: String, _ what: String) {
        precondition(
            ModelDocument.isName(name),
            "“\(name)” cannot be a name of \(what): names have letters, digits and underscores.")
    }

    private func requireSoundConstraints(_ name: String) {
        let kept = properties.filter { !$0.isTransient }
        let elements = kept.flatMap { ($0 as? NSCompositeAttributeDescription)?.paths(from: $0.name) ?? [] }
        let names = Set(kept.map(\.name) + elements)
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
    fileprivate func requireSoundness(_ name: String) {
        (self as? NSCompositeAttributeDescription)?.requireSoundElements(name)
        guard let defaultValue, !SlotCoding.fits(defaultValue, SlotKind(self)) else { return }
        preconditionFailure(
            "The default value of “\(name)”, a \(Swift.type(of: defaultValue)), is none of the attribute's type: set "
                + "`defaultValue` to one that is.")
    }
}

extension NSCompositeAttributeDescription {
    fileprivate func requireSoundElements(_ name: String) {
        var seen: Set<String> = []
        for element in elements {
            let path = "\(name).\(element.name)"
            precondition(
                !element.name.isEmpty, "An element of “\(name)” has no name: set `name` before the model is used.")
            NSEntityDescription.requireName(element.name, "an element of “\(name)”")
            precondition(
                seen.insert(element.name).inserted, "“\(name)” has two elements named “\(element.name)”: rename one.")
            precondition(
                ![.undefinedAttributeType, .objectIDAttributeType].contains(element.attributeType)
                    && !element.allowsExternalBinaryDataStorage && !(element is NSDerivedAttributeDescription),
                "“\(path)” cannot be an element of a composite attribute: its type is undefined or an object ID, it is "
                    + "derived, or it may stand in a file. Make it an attribute of the entity.")
            element.requireSoundness(path)
        }
    }
}
