import ModelFile

/// Writes the accessors of an attribute, with the types Xcode gives them.
struct AttributeWriter {
    let names: TypeNames

    func write(_ attribute: ModelAttribute, slot: Int, to source: inout SourceText) {
        let name = SwiftName.escaped(attribute.name)
        let accessor = accessor(for: attribute)
        let value = "\(accessor.getter)(at: \(slot))"
        source.property(
            "public var \(name): \(accessor.type)", get: accessor.cast.map { "\(value) as? \($0)" } ?? value,
            set: "\(accessor.setter)(newValue, at: \(slot))")
    }

    private struct Accessor {
        var type: String
        var getter: String
        var setter: String
        /// The class a getter's answer is cast to.
        var cast: String?
    }

    private func accessor(for attribute: ModelAttribute) -> Accessor {
        let isScalar = attribute.usesScalarValueType ?? false
        func scalar(_ type: String, _ getter: String) -> Accessor {
            if !isScalar {
                return Accessor(type: names.library("NSNumber") + "?", getter: "number", setter: "setNumber")
            }
            return Accessor(
                type: names.library(type, module: "Swift"), getter: getter,
                setter: "set" + SwiftName.capitalized(getter))
        }
        func object(_ type: String, _ getter: String, _ setter: String) -> Accessor {
            Accessor(type: names.library(type) + "?", getter: getter, setter: setter)
        }
        switch attribute.type {
        case .integer16: return scalar("Int16", "int16")
        case .integer32: return scalar("Int32", "int32")
        case .integer64: return scalar("Int64", "int64")
        case .double: return scalar("Double", "double")
        case .float: return scalar("Float", "float")
        case .boolean: return scalar("Bool", "bool")
        case .date:
            if !isScalar { return object("Date", "date", "setDate") }
            return Accessor(type: names.library("TimeInterval"), getter: "double", setter: "setDouble")
        case .decimal: return object("NSDecimalNumber", "decimal", "setDecimal")
        case .string:
            return Accessor(type: names.library("String", module: "Swift") + "?", getter: "string", setter: "setString")
        case .binary: return object("Data", "data", "setData")
        case .uuid: return object("UUID", "uuid", "setUUID")
        case .uri: return object("URL", "url", "setURL")
        case .composite:
            let string = names.library("String", module: "Swift")
            return Accessor(type: "[\(string): Any]?", getter: "composite", setter: "setComposite")
        case .objectID: return cast(to: "NSManagedObjectID")
        case .transformable, .undefined: return cast(to: customClass(of: attribute) ?? names.library("NSObject"))
        }
    }

    private func cast(to type: String) -> Accessor {
        Accessor(type: type + "?", getter: "transformable", setter: "setTransformable", cast: type)
    }

    /// The class the model names for the values. The editor writes a dot in front of the module's own classes,
    /// and one behind the module's name when the class was left empty.
    private func customClass(of attribute: ModelAttribute) -> String? {
        guard var name = attribute.customClassName, !name.hasSuffix(".") else { return nil }
        if name.hasPrefix(".") { name.removeFirst() }
        return name.isEmpty ? nil : name
    }
}
