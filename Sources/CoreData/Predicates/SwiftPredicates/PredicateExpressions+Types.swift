import Foundation

extension PredicateExpressions.ForceCast: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        try translation.cast(input, to: Desired.self)
    }
}

extension PredicateExpressions.ConditionalCast: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        try translation.cast(input, to: Desired.self)
    }
}

extension PredicateExpressions.TypeCheck: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        guard let type = Desired.self as? NSManagedObject.Type else {
            throw PredicateTranslationError(
                part: "is \(Desired.self)", reason: "only the class of a managed object can be asked for")
        }
        return .predicate(try PredicateTranslation.kind(of: try translation.expression(input), is: type))
    }
}

extension PredicateTranslation {
    /// A value seen as another type: a collection as one of managed objects, or an object as one of a subclass, where
    /// it is one.
    fileprivate mutating func cast(
        _ input: some PredicateExpression, to desired: Any.Type
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let source: Any.Type = type(of: input).outputType
        let part = try part(input)
        if desired == source || desired is any RelatedCollection.Type && source is any RelatedCollection.Type {
            return part
        }
        if let type = desired as? NSManagedObject.Type {
            if let source = source as? NSManagedObject.Type,
                Self.entityNames(of: source).isSubset(
                    of: Self.entityNames(of: type))
            {
                return part
            }
            let object = part.expression
            return .expression(
                NSExpression(
                    forConditional: try Self.kind(of: object, is: type), trueExpression: object,
                    falseExpression: NSExpression(forConstantValue: nil)))
        }
        throw PredicateTranslationError(part: "as \(desired)", reason: "a value cannot be cast to this type")
    }

    /// The names of the entities of a class, and of those below them.
    private static func entityNames(of type: NSManagedObject.Type) -> Set<String> {
        Set(KeyPathRecorder.layouts(of: type).flatMap(\.family).compactMap(\.entity.name))
    }

    /// Whether an object is of a class.
    fileprivate static func kind(
        of object: NSExpression, is type: NSManagedObject.Type
    ) throws(PredicateTranslationError) -> NSPredicate {
        let names = entityNames(of: type)
        guard !names.isEmpty else {
            throw PredicateTranslationError(part: "\(type)", reason: "no model in use has an entity of this class")
        }
        return compare(object.following("entity.name"), .in, NSExpression(forConstantValue: names.sorted()))
    }
}

extension PredicateExpression {
    /// The type of the values, without an `Optional` around them.
    fileprivate static var outputType: Any.Type {
        (Output.self as? any OptionalType.Type)?.content ?? Output.self
    }
}

private protocol OptionalType {
    static var content: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var content: Any.Type { Wrapped.self }
}
