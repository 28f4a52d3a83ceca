import Foundation

extension SQLQuery {
    /// Binds a constant of a predicate.
    ///
    /// - Parameters:
    ///   - value: the constant.
    ///   - other: what it is compared with.
    ///   - folding: what comparing text ignores.
    /// - Throws: an error for a value no store keeps.
    func bind(_ value: ComparisonValue, like other: SQLTerm?, _ folding: StringFolding?) throws -> String {
        guard let value = stored(folding.map(value.folded) ?? value, like: other) else {
            throw untranslatable("The value “\(value)”")
        }
        return bind(value)
    }

    /// A constant in the form that a column has; nil for what no store keeps.
    func stored(_ value: ComparisonValue, like other: SQLTerm?) -> SQLValue? {
        switch (other?.kind, value) {
        case (.uuid?, .text(let text)):
            return SQLValue(UUID(uuidString: text).map(ComparisonValue.uuid) ?? value)
        case (.string?, .integer), (.string?, .real), (.string?, .decimal), (.url?, .decimal):
            // A column takes a number as text by itself; lists and folded columns are no columns any more.
            return value.textForm.map(SQLValue.text)
        case (_, .object(let object as NSEntityDescription)):
            guard other?.isEntity == true else { return nil }
            return .integer(schema.model.layout(of: object).map { Int64(schema[$0.ordinal].number) } ?? Self.noKey)
        case (_, .object(let object)):
            return key(of: object, in: other?.destination)
        default:
            return SQLValue(value)
        }
    }

    /// The primary key of an object, which is that of no row when the object is not one of the entity's.
    private func key(of object: NSObject, in entity: SQLEntity?) -> SQLValue? {
        guard let id = (object as? NSManagedObject)?.objectID ?? (object as? NSManagedObjectID)?.current else {
            return nil
        }
        if let entity, id.layout.root !== entity.layout.root { return .integer(Self.noKey) }
        if !id.isTemporaryID, id.key.store != storeIndex { return .integer(Self.noKey) }
        return .integer(id.key.primaryKey)
    }

    /// A primary key that no row has.
    private static let noKey: Int64 = 0
}
