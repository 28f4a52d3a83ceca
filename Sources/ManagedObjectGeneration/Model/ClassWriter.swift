import ModelFile

/// Writes the class of an entity, or the extension with its properties.
struct ClassWriter {
    let document: ModelDocument
    let names: TypeNames

    init(document: ModelDocument) {
        self.document = document
        names = TypeNames(document: document)
    }

    func write(_ entity: ModelEntity, className: String, to source: inout SourceText) {
        let table = SlotTable(entity, in: document)
        let name = SwiftName.escaped(className)
        if entity.codeGeneration == .class {
            source.line("public class \(name): \(names.superclass(of: entity)) {}")
            source.line()
        }
        source.block("extension \(name)") {
            writeProperties(of: entity, className: name, table: table, to: &$0)
        }
        source.line()
        for relationship in entity.relationships {
            guard let slot = table[relationship.name] else { continue }
            let methods = RelationshipWriter(names: names).methods(of: relationship, slot: slot)
            if methods.isEmpty { continue }
            source.line("// MARK: Generated accessors for \(relationship.name)")
            source.block("extension \(name)") {
                for method in methods { $0.line("public func \(method.declaration) { \(method.body) }") }
            }
            source.line()
        }
        if isIdentifiable(entity) {
            source.line("extension \(name): Identifiable {}")
            source.line()
        }
    }

    private func writeProperties(
        of entity: ModelEntity, className: String, table: SlotTable, to source: inout SourceText
    ) {
        source.block("public class func fetchRequest() -> NSFetchRequest<\(className)>") {
            $0.line("NSFetchRequest<\(className)>(entityName: \(StringLiteral.singleLine(entity.name)))")
        }
        source.line()
        for attribute in entity.attributes {
            guard let slot = table[attribute.name] else { continue }
            AttributeWriter(names: names).write(attribute, slot: slot, to: &source)
        }
        for relationship in entity.relationships {
            guard let slot = table[relationship.name] else { continue }
            RelationshipWriter(names: names).writeProperty(relationship, slot: slot, to: &source)
        }
        for property in entity.fetchedProperties {
            let object = names.objectClass(ofEntityNamed: property.fetchRequest?.entity ?? "")
            source.block("public var \(SwiftName.escaped(property.name)): [\(object)]?") {
                $0.line("value(forKey: \(StringLiteral.singleLine(property.name))) as? [\(object)]")
            }
        }
    }

    /// The topmost class of a line conforms, as a second conformance below it would be an error; a property
    /// `id` whose values cannot be compared keeps a class from conforming.
    private func isIdentifiable(_ entity: ModelEntity) -> Bool {
        guard names.superclass(of: entity) == "NSManagedObject" else { return false }
        return !entity.attributes.contains { $0.name == "id" && $0.type == .composite }
    }
}
