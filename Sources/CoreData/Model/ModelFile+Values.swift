import Foundation
internal import ModelFile

extension NSAttributeType {
    internal init(_ type: ModelAttributeType) {
        self =
            switch type {
            case .undefined: .undefinedAttributeType
            case .integer16: .integer16AttributeType
            case .integer32: .integer32AttributeType
            case .integer64: .integer64AttributeType
            case .decimal: .decimalAttributeType
            case .double: .doubleAttributeType
            case .float: .floatAttributeType
            case .string: .stringAttributeType
            case .boolean: .booleanAttributeType
            case .date: .dateAttributeType
            case .binary: .binaryDataAttributeType
            case .uuid: .UUIDAttributeType
            case .uri: .URIAttributeType
            case .transformable: .transformableAttributeType
            case .objectID: .objectIDAttributeType
            case .composite: .compositeAttributeType
            }
    }
}

extension NSDeleteRule {
    internal init(_ rule: ModelDeletionRule) {
        self =
            switch rule {
            case .noAction: .noActionDeleteRule
            case .nullify: .nullifyDeleteRule
            case .cascade: .cascadeDeleteRule
            case .deny: .denyDeleteRule
            }
    }
}

extension ModelValue {
    /// The value as an object of the class an attribute of the type holds.
    internal func object(for type: ModelAttributeType) -> Any {
        switch self {
        case .integer(let value): NSNumber(value: value)
        case .real(let value): type == .float ? NSNumber(value: Float(value)) : NSNumber(value: value)
        case .decimal(let value): NSDecimalNumber(decimal: value)
        case .boolean(let value): NSNumber(value: value)
        case .string(let value): value
        case .date(let value): value
        case .uuid(let value): value
        case .url(let value): value
        }
    }
}

extension ValidationLimits {
    /// The bounds a model file states for an attribute; nil when it states none.
    internal init?(_ source: ModelAttribute) throws(ModelFileError) {
        let bounds = try source.bounds
        let isString = source.type == .string
        minimum = bounds.minimum.flatMap { Bound($0, isLength: isString) }
        maximum = bounds.maximum.flatMap { Bound($0, isLength: isString) }
        if isString, let pattern = source.regularExpressionString, !pattern.isEmpty { self.pattern = pattern }
        if minimum == nil && maximum == nil && pattern == nil { return nil }
    }
}

extension ValidationLimits.Bound {
    fileprivate init?(_ value: ModelValue, isLength: Bool) {
        switch value {
        case .integer(let value): self = isLength ? .length(Int(value)) : .integer(value)
        case .real(let value): self = .real(value)
        case .decimal(let value): self = .decimal(value)
        case .date(let value): self = .date(value)
        case .boolean, .string, .uuid, .url: return nil
        }
    }
}
