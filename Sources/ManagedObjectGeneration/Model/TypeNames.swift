import ModelFile

/// How generated code names the types of a model.
struct TypeNames {
    let document: ModelDocument
    /// Classes of the model with the name of a type that generated code uses; those types are then qualified.
    private let classes: Set<String>

    init(document: ModelDocument) {
        self.document = document
        classes = Set(document.entities.compactMap(\.className))
    }

    /// A type of Swift, Foundation or CoreData, qualified by its module when a class of the model has its name.
    func library(_ name: String, module: String = "Foundation") -> String {
        classes.contains(name) ? "\(module).\(name)" : name
    }

    /// The class of an entity's objects; `NSManagedObject` for an entity that names none.
    func objectClass(ofEntityNamed name: String) -> String {
        guard let className = document.entity(named: name)?.className else { return "NSManagedObject" }
        return SwiftName.escaped(className)
    }

    /// The class an entity's class inherits from: the class of the nearest ancestor that has another one.
    func superclass(of entity: ModelEntity) -> String {
        for ancestor in document.ancestors(of: entity) {
            if let name = ancestor.className, name != entity.className { return SwiftName.escaped(name) }
        }
        return "NSManagedObject"
    }
}
