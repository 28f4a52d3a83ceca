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
    }

    let schema: SQLSchema
    private let root: Place
    private(set) var bindings: [SQLValue] = []
    /// The joins of the outermost query.
    var joins: [String] { frames[0].joins }
    /// The joins of each query that is being written, the outermost first.
    private var frames: [Frame] = [Frame()]
    private var aliases = 0
    /// The variables of subqueries.
    private var variables: [(name: String, place: Place)] = []

    private struct Frame {
        var joins: [String] = []
        /// The alias of each relationship that was joined, by `alias.relationship`.
        var joined: [String: Place] = [:]
    }

    init(entity: SQLEntity, schema: SQLSchema) {
        self.schema = schema
        root = Place(alias: "t0", entity: entity)
    }

    func bind(_ value: SQLValue) -> String {
        bindings.append(value)
        return "?"
    }

    // MARK: Predicates

    /// The SQL of a predicate.
    /// - Throws: an error that names the entity and the key when the predicate does not fit the model, and when
    ///   it cannot be said in SQL.
    func condition(_ predicate: NSPredicate) throws -> String { try condition(predicate, at: root) }

    func condition(_ predicate: NSPredicate, at place: Place) throws -> String {
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
            return "NOT (\(try condition(part, at: place)))"
        }
        let isAnd = compound.compoundPredicateType == .and
        let parts = try PredicateCompiler.parts(of: compound).map { try condition($0, at: place) }
        if parts.isEmpty { return isAnd ? "1" : "0" }
        return Self.balanced(parts[...], isAnd ? " AND " : " OR ")
    }

    /// A chain as a balanced tree: SQLite refuses expressions deeper than 1,000.
    private static func balanced(_ parts: ArraySlice<String>, _ word: String) -> String {
        if parts.count <= 8 { return "(" + parts.joined(separator: word) + ")" }
        let middle = parts.startIndex + parts.count / 2
        return "(" + balanced(parts[..<middle], word) + word + balanced(parts[middle...], word) + ")"
    }

    func untranslatable(_ what: String) -> NSError {
        CocoaErrorText.error(
            NSPersistentStoreUnsupportedRequestTypeError,
            "\(what) cannot be part of a fetch from a store. Fetch with a simpler predicate and filter the result "
                + "in memory.")
    }

    // MARK: Order

    func order(_ descriptors: [NSSortDescriptor]) throws -> [String] {
        try descriptors.map { descriptor in
            let described = descriptor as? KeySortDescriptor
            guard let key = descriptor.keyString, described?.valueComparator == nil else {
                throw untranslatable("A sort descriptor with a comparator or a key path without a name")
            }
            let operand = try operand(forKeyPath: key, at: root)
            guard case .column(var text, let kind) = operand else {
                throw untranslatable("Sorting by “\(key)”, which leads to many values,")
            }
            switch described?.comparison ?? .standard {
            case .standard: break
            case .caseInsensitive: if kind == .string { text = "\(SQLFunctions.fold)(\(text), 1)" }
            case .localizedStandard:
                if kind == .string { text += " COLLATE \(SQLFunctions.collation)" }
            }
            return "\(text) \(descriptor.ascending ? "ASC" : "DESC")"
        }
    }

    /// The column that a key path leads to.
    func column(forKeyPath path: String) throws -> String {
        guard case .column(let text, _) = try operand(forKeyPath: path, at: root) else {
            throw untranslatable("“\(path)”, which leads to many values,")
        }
        return text
    }

    // MARK: Key paths

    /// Where a key path leads.
    enum PathEnd {
        /// One value: an attribute, or the key of a to-one relationship's destination.
        case column(String, SlotKind?)
        /// The objects of a to-many relationship, and the path that goes on from each.
        case many(Place, SQLToMany, rest: [String])
    }

    func place(ofVariable name: String) throws -> Place {
        guard let found = variables.last(where: { $0.name == name }) else {
            throw CocoaErrorText.error(
                NSCoreDataError, "The predicate's variable $\(name) has no value. Give it one before fetching.")
        }
        return found.place
    }

    func operand(forKeyPath path: String, at place: Place) throws -> PathEnd {
        try follow(path.split(separator: ".").map(String.init)[...], from: place, whole: path)
    }

    private func follow(_ keys: ArraySlice<String>, from place: Place, whole: String) throws -> PathEnd {
        guard let key = keys.first else { return .column("\(place.alias).Z_PK", .toOne) }
        let rest = keys.dropFirst()
        if key.lowercased() == "self" || (key == "objectID" && place.entity.layout.slotsByName[key] == nil) {
            return try follow(rest, from: place, whole: whole)
        }
        guard let slot = place.entity.layout.slotsByName[key] else {
            throw CocoaErrorText.error(
                NSCoreDataError, "Cannot follow “\(whole)”: " + place.entity.layout.unknownKey(key))
        }
        if let toMany = place.entity.toMany[slot] { return .many(place, toMany, rest: Array(rest)) }
        guard let column = place.entity.columnBySlot[slot] else {
            throw untranslatable("“\(whole)”, which is not kept in the store,")
        }
        if rest.isEmpty { return .column("\(place.alias).\(column.name)", column.kind) }
        guard column.kind == .toOne else {
            throw CocoaErrorText.error(
                NSCoreDataError,
                "Cannot follow “\(whole)”: “\(key)” of \(place.entity.name) is an attribute and leads no further.")
        }
        return try follow(rest, from: join(column, slot: slot, at: place), whole: whole)
    }

    private func join(_ column: SQLColumn, slot: Int, at place: Place) -> Place {
        let name = "\(place.alias).\(column.name)"
        for frame in frames {
            if let known = frame.joined[name] { return known }
        }
        let destination = schema[Int(place.entity.layout.links[slot].destination)]
        let joined = Place(alias: nextAlias(), entity: destination)
        // The frame that the path starts in: an inner query may use what an outer one has joined.
        let last = frames.count - 1
        frames[last].joins.append("LEFT JOIN \(destination.table) \(joined.alias) ON \(joined.alias).Z_PK = \(name)")
        frames[last].joined[name] = joined
        return joined
    }

    private func nextAlias() -> String {
        aliases += 1
        return "t\(aliases)"
    }

    // MARK: Subqueries

    /// Writes a query over the objects of a to-many relationship.
    ///
    /// - Parameters:
    ///   - selection: what is selected, given the place of the objects.
    ///   - variable: the name under which the condition knows the object, if it has one.
    ///   - condition: what the objects have to fulfil, given their place.
    func subquery(
        over toMany: SQLToMany, from source: Place, variable: String? = nil,
        select selection: (Place) throws -> String, where condition: ((Place) throws -> String)? = nil
    ) throws -> String {
        let alias = nextAlias()
        let place: Place
        let from: String
        let link: String
        switch toMany {
        case .foreignKey(let destination, let column, _):
            place = Place(alias: alias, entity: destination)
            from = "\(destination.table) \(alias)"
            link = "\(alias).\(column) = \(source.alias).Z_PK"
        case .join(let join):
            place = Place(alias: alias, entity: join.destination)
            let pairs = nextAlias()
            from =
                "\(join.table) \(pairs) JOIN \(join.destination.table) \(alias) "
                + "ON \(alias).Z_PK = \(pairs).\(join.destinationColumn)"
            link = "\(pairs).\(join.sourceColumn) = \(source.alias).Z_PK"
        }
        frames.append(Frame())
        if let variable { variables.append((variable, place)) }
        defer {
            frames.removeLast()
            if variable != nil { variables.removeLast() }
        }
        let selected = try selection(place)
        let fulfilled = try condition?(place)
        let joins = frames[frames.count - 1].joins
        var sql = "SELECT \(selected) FROM \(from)"
        if !joins.isEmpty { sql += " " + joins.joined(separator: " ") }
        sql += " WHERE \(link)"
        if let fulfilled { sql += " AND (\(fulfilled))" }
        return sql
    }
}
