import ModelFile

/// Finds what keeps a model from becoming Swift source that compiles.
struct GenerationChecker {
    let document: ModelDocument
    let file: String
    private var problems: [ModelFileError] = []

    init(document: ModelDocument, file: String) {
        self.document = document
        self.file = file
    }

    mutating func check() -> [ModelFileError] {
        var owners: [String: String] = [:]
        for entity in document.entities where entity.codeGeneration != nil {
            guard let className = entity.className else {
                report("Entity “\(entity.name)” has code generated, but names no class.", entity.line)
                continue
            }
            if !SwiftName.isIdentifier(className) {
                report("Entity “\(entity.name)”: “\(className)” cannot be the name of a Swift class.", entity.line)
            }
            if let owner = owners[className] {
                report(
                    "Entities “\(owner)” and “\(entity.name)” both have the class “\(className)” generated.",
                    entity.line)
            }
            owners[className] = entity.name
            checkMembers(of: entity)
        }
        return problems
    }

    private mutating func report(_ message: String, _ line: SourceLine) {
        problems.append(ModelFileError(message, file: file, line: line.number))
    }

    private mutating func checkMembers(of entity: ModelEntity) {
        let names = TypeNames(document: document)
        var members: [String: String] = [:]
        let properties =
            entity.attributes.map { ($0.name, $0.line) } + entity.relationships.map { ($0.name, $0.line) }
            + entity.fetchedProperties.map { ($0.name, $0.line) }
        for (name, line) in properties {
            if !SwiftName.isIdentifier(name) {
                report("“\(entity.name).\(name)” cannot be the name of a Swift property; rename it.", line)
            } else if SwiftName.isMember(name) {
                report(
                    "“\(entity.name).\(name)” clashes with a member every managed object has; rename it.", line)
            }
            members[name] = name
        }
        for relationship in entity.relationships {
            for method in RelationshipWriter(names: names).methods(of: relationship, slot: 0) {
                let signature = method.declaration
                if let other = members[signature] {
                    report(
                        "“\(entity.name).\(relationship.name)” and “\(entity.name).\(other)” both make a method “\(signature)”; rename one.",
                        relationship.line)
                    break
                }
                members[signature] = relationship.name
            }
        }
    }
}
