import ModelFile

/// Which entities of a model get generated code.
enum GeneratedClasses {
    /// The entities with a class or an extension to generate, and the names of their classes.
    static func entities(of document: ModelDocument) -> [(entity: ModelEntity, className: String)] {
        document.entities.compactMap { entity in
            guard entity.codeGeneration != nil, let name = entity.className else { return nil }
            return (entity, name)
        }
    }
}
