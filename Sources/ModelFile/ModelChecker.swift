import Foundation

/// Looks for what keeps the parts of a model from fitting together.
struct ModelChecker {
    let document: ModelDocument
    let file: String?
    private var entities: [String: ModelEntity] = [:]
    private var problems: [ModelFileError] = []

    init(document: ModelDocument, file: String?) {
        self.document = document
        self.file = file
    }

    mutating func check() -> [ModelFileError] {
        for entity in document.entities where entities.updateValue(entity, forKey: entity.name) != nil {
            report("The model has two entities named “\(entity.name)”.", entity.line)
        }
        var tables: [String: String] = [:]
        for entity in document.entities where entity.parentEntity?.isEmpty ?? true {
            // They have tables of their own, and SQL knows no case.
            if let other = tables.updateValue(entity.name, forKey: entity.name.uppercased()), other != entity.name {
                report("The names of the entities “\(other)” and “\(entity.name)” differ in case alone.", entity.line)
            }
        }
        let composites = Set(document.composites.map(\.name))
        for entity in document.entities {
            checkName(entity.name, "an entity", entity.line)
            for (name, line) in entity.propertyNames { checkName(name, "a property of “\(entity.name)”", line) }
            checkInheritance(of: entity)
            checkNames(in: entity)
            for attribute in entity.attributes { check(attribute, of: entity.name, composites: composites) }
            for relationship in entity.relationships { check(relationship, of: entity) }
            checkGroups(of: entity)
        }
        for composite in document.composites {
            for attribute in composite.attributes {
                check(attribute, of: composite.name, composites: composites)
            }
            checkElements(of: composite)
            checkNesting(of: composite)
        }
        for request in document.fetchRequests where entities[request.entity] == nil {
            report(
                "Fetch request “\(request.name)” fetches “\(request.entity)”, which the model does not have.",
                request.line)
        }
        for configuration in document.configurations {
            for member in configuration.memberEntities where entities[member] == nil {
                report(
                    "Configuration “\(configuration.name)” lists “\(member)”, which the model does not have.",
                    configuration.line)
            }
        }
        return problems
    }

    private mutating func checkName(_ name: String, _ what: String, _ line: SourceLine) {
        if ModelDocument.isName(name) { return }
        report("“\(name)” cannot be a name of \(what): names have letters, digits and underscores.", line)
    }

    private mutating func checkElements(of composite: ModelComposite) {
        var seen: Set<String> = []
        for element in composite.attributes {
            let name = "\(composite.name).\(element.name)"
            checkName(element.name, "an element of “\(composite.name)”", element.line)
            if !seen.insert(element.name).inserted {
                report("Composite “\(composite.name)” has two elements named “\(element.name)”.", element.line)
            }
            if [.undefined, .objectID].contains(element.type) || element.isDerived
                || element.allowsExternalBinaryDataStorage
            {
                report(
                    "“\(name)” cannot be an element of a composite: its type is undefined or an object ID, it is derived, "
                        + "or it may stand in a file.", element.line)
            }
        }
    }

    private mutating func report(_ message: String, _ line: SourceLine) {
        problems.append(ModelFileError(message, file: file, line: line.number))
    }

    private mutating func checkInheritance(of entity: ModelEntity) {
        guard let parent = entity.parentEntity, !parent.isEmpty else { return }
        guard entities[parent] != nil else {
            return report(
                "Entity “\(entity.name)” inherits from “\(parent)”, which the model does not have.",
                entity.line)
        }
        let last = document.ancestors(of: entity).last ?? entity
        if let next = last.parentEntity, entities[next] != nil {
            report("Entity “\(entity.name)” inherits from itself, by way of “\(last.name)”.", entity.line)
        }
    }

    private mutating func checkNames(in entity: ModelEntity) {
        var owners: [String: String] = [:]
        for ancestor in document.ancestors(of: entity) {
            for (name, _) in ancestor.propertyNames { owners[name] = ancestor.name }
        }
        for (name, line) in entity.propertyNames {
            if let owner = owners[name] {
                let whose =
                    owner == entity.name ? "two properties" : "a property, and inherits one from “\(owner)”,"
                report("Entity “\(entity.name)” has \(whose) named “\(name)”.", line)
            }
            owners[name] = entity.name
        }
    }

    private mutating func check(_ attribute: ModelAttribute, of owner: String, composites: Set<String>) {
        if attribute.type == .composite {
            guard let name = attribute.composite, composites.contains(name) else {
                return report(
                    "Attribute “\(owner).\(attribute.name)” is made of "
                        + "“\(attribute.composite ?? "")”, a composite the model does not have.",
                    attribute.line)
            }
        }
        if let pattern = attribute.regularExpressionString, !pattern.isEmpty,
            (try? NSRegularExpression(pattern: pattern)) == nil
        {
            report(
                "Attribute “\(owner).\(attribute.name)”: “\(pattern)” is not a regular expression.", attribute.line)
        }
        do {
            _ = try attribute.defaultValue
            _ = try attribute.bounds
        } catch {
            report("Attribute “\(owner).\(attribute.name)”: \(error.message)", attribute.line)
        }
    }

    private mutating func check(_ relationship: ModelRelationship, of entity: ModelEntity) {
        let name = "\(entity.name).\(relationship.name)"
        guard let destination = entities[relationship.destinationEntity] else {
            return report(
                "Relationship “\(name)” leads to “\(relationship.destinationEntity)”, which the "
                    + "model does not have.",
                relationship.line)
        }
        if (relationship.minCount ?? 0) < 0 || (relationship.maxCount ?? 0) < 0 {
            report("Relationship “\(name)” has a negative count.", relationship.line)
        }
        guard let inverseName = relationship.inverseName, !inverseName.isEmpty else { return }
        // An inverse may be declared by an ancestor of the destination.
        let candidates = [destination] + document.ancestors(of: destination)
        guard candidates.contains(where: { $0.relationships.contains { $0.name == inverseName } }) else {
            return report(
                "The inverse of relationship “\(name)” is “\(destination.name).\(inverseName)”, "
                    + "which the model does not have.",
                relationship.line)
        }
    }

    private mutating func checkGroups(of entity: ModelEntity) {
        let line = [entity] + document.ancestors(of: entity)
        let elements = line.flatMap { $0.attributes.flatMap(document.elementPaths) }
        let attributes = Set(line.flatMap { $0.attributes.filter { !$0.isTransient }.map(\.name) } + elements)
        let properties = Set(line.flatMap { $0.propertyNames.map(\.name) } + elements)
        for name in entity.uniquenessConstraints.joined() where !attributes.contains(name) {
            report(
                "A uniqueness constraint of entity “\(entity.name)” names “\(name)”, which is none "
                    + "of its attributes that are stored.",
                entity.line)
        }
        for attribute in entity.attributes
        where document.elementPaths(of: attribute).count == ModelDocument.mostColumns {
            report(
                "Composite attribute “\(entity.name).\(attribute.name)” has more elements than a table has columns.",
                attribute.line)
        }
        for index in entity.fetchIndexes {
            for element in index.elements {
                if let name = element.property, !properties.contains(name) {
                    report(
                        "Fetch index “\(index.name)” of entity “\(entity.name)” names “\(name)”, "
                            + "which is none of its properties.",
                        index.line)
                }
            }
        }
    }

    private mutating func checkNesting(of composite: ModelComposite) {
        var seen: Set<String> = []
        var waiting = composite.attributes.compactMap(\.composite)
        while let name = waiting.popLast() {
            if name == composite.name {
                return report("Composite “\(name)” contains itself.", composite.line)
            }
            if seen.insert(name).inserted, let next = document.composites.first(where: { $0.name == name }) {
                waiting += next.attributes.compactMap(\.composite)
            }
        }
    }
}

extension ModelEntity {
    /// The names of the properties the entity itself declares, with their lines.
    var propertyNames: [(name: String, line: SourceLine)] {
        attributes.map { ($0.name, $0.line) } + relationships.map { ($0.name, $0.line) }
            + fetchedProperties.map { ($0.name, $0.line) }
    }
}
