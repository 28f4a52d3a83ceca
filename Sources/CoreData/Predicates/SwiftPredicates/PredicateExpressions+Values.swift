import Foundation

extension PredicateExpressions.Value: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        .expression(try PredicateTranslation.constant(value))
    }
}

extension PredicateExpressions.NilLiteral: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        .expression(NSExpression(forConstantValue: nil))
    }
}

extension PredicateExpressions.Variable: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        .expression(try translation.expression(for: key))
    }
}

extension PredicateExpressions.KeyPath: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let start = try translation.expression(root)
        if let kind { return try translated(kind, of: start) }
        if let known = Self.known(keyPath, of: start) { return .expression(known) }
        guard Root.Output.self is any KeyPathRecording.Type, let name = KeyPathNames.name(of: keyPath) else {
            throw PredicateTranslationError(
                part: "\(keyPath)", reason: "it is no attribute and no relationship of the model")
        }
        return .expression(start.following(name))
    }

    private func translated(
        _ kind: CommonKeyPathKind, of start: NSExpression
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let isText = Root.Output.self is any StringProtocol.Type
        switch kind {
        case .collectionCount:
            return .expression(isText ? Self.length(of: start) : start.following("@count"))
        case .collectionIsEmpty where isText:
            return .predicate(PredicateTranslation.compare(start, .equalTo, NSExpression(forConstantValue: "")))
        case .collectionIsEmpty:
            let count = start.following("@count")
            return .predicate(PredicateTranslation.compare(count, .equalTo, NSExpression(forConstantValue: 0)))
        case .collectionFirst where !isText: return .expression(Self.element(.first, of: start))
        case .bidirectionalCollectionLast where !isText: return .expression(Self.element(.last, of: start))
        default:
            throw PredicateTranslationError(part: "\(keyPath)", reason: "a text has no elements there")
        }
    }

    /// Properties of Foundation's types that predicates know.
    private static func known(_ keyPath: AnyKeyPath, of start: NSExpression) -> NSExpression? {
        // Generated code uses these collections for to-many relationships.
        let counts: [AnyKeyPath] = [\NSSet.count, \NSOrderedSet.count, \NSArray.count]
        if counts.contains(keyPath) { return start.following("@count") }
        let methods: [(AnyKeyPath, PredicateMethod)] = [
            (\Date.timeIntervalSinceReferenceDate, .timeIntervalSinceReferenceDate),
            (\Date.timeIntervalSince1970, .timeIntervalSince1970), (\URL.absoluteString, .absoluteString),
            (\NSNumber.intValue, .intValue), (\NSNumber.int64Value, .longLongValue),
            (\NSNumber.doubleValue, .doubleValue), (\NSNumber.boolValue, .boolValue),
            (\NSDecimalNumber.intValue, .intValue), (\NSDecimalNumber.doubleValue, .doubleValue),
        ]
        guard let method = methods.first(where: { $0.0 == keyPath })?.1 else { return nil }
        return NSExpression(kind: .function(method.rawValue, operand: start, arguments: []))
    }

    private static func length(of text: NSExpression) -> NSExpression {
        NSExpression(kind: .function(PredicateFunction.length.rawValue, operand: nil, arguments: [text]))
    }

    private static func element(_ index: CollectionIndex, of collection: NSExpression) -> NSExpression {
        let arguments = [collection, NSExpression(kind: .constant(index))]
        return NSExpression(kind: .function(PredicateFunction.index.rawValue, operand: nil, arguments: arguments))
    }
}
