import Foundation

/// Turns predicates and sort descriptors into SQL.
///
/// The text depends on the shape of a predicate alone; its values are collected in `bindings`, in the order of
/// the question marks. The table of the entity has the alias `t0`.
final class SQLQuery {
    /// Where key paths start: a table's alias and the entity of its rows.
    struct Place {
        let alias: String
        let entity: SQLEntity

        /// The key of the row.
        var key: SQLTerm {
            let number = entity.layout.family.count > 1 ? "\(alias).Z_ENT" : nil
            return SQLTerm(text: "\(alias).Z_PK", kind: .toOne, destination: entity, entityNumber: number)
        }
    }

    /// A query that is being written: the outermost one, or a subquery.
    struct Frame {
        var joins: [String] = []
        /// The place behind each to-one relationship that was joined, by the column.
        var joined: [String: Place] = [:]
    }

    let schema: SQLSchema
    let root: Place
    /// The place of the store in its coordinator: objects of others are none of its rows.
    let storeIndex: Int
    private(set) var bindings: [SQLValue] = []
    /// The queries that are being written, the outermost first.
    var frames: [Frame] = [Frame()]
    /// The variables of subqueries, the innermost last.
    var variables: [(name: String, place: Place)] = []
    private var aliases = 0

    init(entity: SQLEntity, schema: SQLSchema, storeIndex: Int) {
        self.schema = schema
        self.storeIndex = storeIndex
        root = Place(alias: "t0", entity: entity)
    }

    /// The joins of the outermost query.
    var joins: [String] { frames[0].joins }

    func bind(_ value: SQLValue) -> String {
        bindings.append(value)
        return "?"
    }

    func nextAlias() -> String {
        aliases += 1
        return "t\(aliases)"
    }

    func untranslatable(_ what: String) -> NSError {
        CocoaErrorText.error(
            NSPersistentStoreUnsupportedRequestTypeError,
            "\(what) cannot be part of a fetch from a store. Fetch with a simpler predicate and filter the result "
                + "in memory.")
    }

    // MARK: Predicates

    /// The SQL of a predicate.
    /// - Throws: an error that names the entity and the key when the predicate does not fit the model, and when
    ///   it cannot be said in SQL.
    func condition(_ predicate: NSPredicate) throws -> String { try condition(predicate, at: root) }

    func condition(_ predicate: NSPredicate, at place: Place) throws -> String {
        if predicate is NSCompoundPredicate, LogicProgram.isNeeded(for: predicate) {
            return try flatCondition(LogicProgram(predicate), at: place)
        }
        return try shallowCondition(predicate, at: place)
    }

    private func shallowCondition(_ predicate: NSPredicate, at place: Place) throws -> String {
        switch predicate {
        case let comparison as NSComparisonPredicate:
            return try SQLComparison(comparison, at: place, in: self).text()
        case let compound as NSCompoundPredicate:
            return try condition(compound, at: place)
        default:
            guard let value = PlainPredicate(predicate).value else {
                throw untranslatable("A predicate made of a block")
            }
            return value ? "1" : "0"
        }
    }

    private func condition(_ compound: NSCompoundPredicate, at place: Place) throws -> String {
        if compound.compoundPredicateType == .not {
            guard let part = compound.subpredicates.first else { return "0" }
            return "NOT (\(try shallowCondition(part, at: place)))"
        }
        let isAnd = compound.compoundPredicateType == .and
        let parts = try PredicateCompiler.parts(of: compound).map { try shallowCondition($0, at: place) }
        if parts.isEmpty { return isAnd ? "1" : "0" }
        return Self.balanced(parts[...], isAnd ? " AND " : " OR ")
    }

    /// A deeply nested condition: the answers of its parts as one text, from which the answer is made.
    private func flatCondition(_ program: LogicProgram, at place: Place) throws -> String {
        let steps = bind(.text(program.text))
        let answers = try program.parts.map { "COALESCE(\(try shallowCondition($0, at: place)), 2)" }
        return "\(SQLFunctions.logic)(\(steps), \(Self.balanced(answers[...], " || ")))"
    }

    /// A chain as a balanced tree: SQLite refuses expressions deeper than 1,000.
    static func balanced(_ parts: ArraySlice<String>, _ word: String) -> String {
        if parts.count <= 8 { return "(" + parts.joined(separator: word) + ")" }
        let middle = parts.startIndex + parts.count / 2
        return "(" + balanced(parts[..<middle], word) + word + balanced(parts[middle...], word) + ")"
    }

    // MARK: Order

    /// The terms of `ORDER BY`.
    /// - Throws: an error that names the entity and the key when a key does not fit the model, and for a
    ///   descriptor that only works in memory.
    func order(_ descriptors: [NSSortDescriptor]) throws -> [String] {
        try descriptors.map { descriptor in
            let described = descriptor as? KeySortDescriptor
            guard let key = descriptor.keyString, described?.valueComparator == nil else {
                throw untranslatable("A sort descriptor with a comparator or a key path without a name")
            }
            guard case .one(let term) = try end(ofKeyPath: key, at: root) else {
                throw untranslatable("Sorting by “\(key)”, which leads to many values,")
            }
            var text = term.text
            if term.kind == .string || term.kind == .url {
                switch described?.comparison ?? .standard {
                case .standard: break
                case .caseInsensitive: text = "\(SQLFunctions.fold)(\(text), 1)"
                case .localizedStandard: text += " COLLATE \(SQLFunctions.collation)"
                }
            }
            return "\(text) \(descriptor.ascending ? "ASC" : "DESC")"
        }
    }
}
