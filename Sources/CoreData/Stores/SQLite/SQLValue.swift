import Foundation

/// A value that is bound to a statement.
enum SQLValue {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
    case blob(Data)

    /// The value as a store keeps it; nil for what no store keeps, such as a collection.
    init?(_ value: ComparisonValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .real(let number), .date(let number): self = .double(number)
        case .decimal:
            guard case .integer(let number) = value.storedNumber else {
                self = .double(value.doubleValue)
                return
            }
            self = .integer(number)
        case .text(let text): self = .text(text)
        case .data(let data): self = .blob(data)
        case .uuid(let uuid): self = .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        case .object(let object as NSManagedObject): self = .integer(object.key.primaryKey)
        case .object(let id as NSManagedObjectID): self = .integer(id.key.primaryKey)
        case .object, .collection, .other: return nil
        }
    }

    func bind(to statement: SQLiteStatement, at index: Int32) {
        switch self {
        case .null: statement.bindNull(at: index)
        case .integer(let value): statement.bind(value, at: index)
        case .double(let value): statement.bind(value, at: index)
        case .text(let value): statement.bind(value, at: index)
        case .blob(let value): statement.bind(value, at: index)
        }
    }
}
