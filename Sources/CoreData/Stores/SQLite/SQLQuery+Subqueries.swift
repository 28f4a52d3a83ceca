import Foundation

extension SQLQuery {
    /// Writes a query over the objects that a path leads to through one or more to-many relationships.
    ///
    /// - Parameters:
    ///   - toMany: the first of the relationships.
    ///   - source: the place of the object it belongs to.
    ///   - rest: the path that goes on from its objects.
    ///   - variable: the name under which the condition knows the object, if it has one.
    ///   - selection: what is selected, given the place of the objects and what is left of the path.
    ///   - condition: what the objects have to fulfil, given the same.
    func subquery(
        over toMany: SQLToMany, from source: Place, rest: [String], variable: String? = nil,
        select selection: (Place, [String]) throws -> String,
        where condition: ((Place, [String]) throws -> String)? = nil
    ) throws -> String {
        let (first, from, link) = opening(toMany, from: source)
        frames.append(Frame())
        defer { frames.removeLast() }
        let (place, rest) = try innermost(rest, at: first)
        if let variable { variables.append((variable, place)) }
        defer { if variable != nil { variables.removeLast() } }
        let selected = try selection(place, rest)
        let fulfilled = try condition?(place, rest)
        let joins = frames[frames.count - 1].joins
        var sql = "SELECT \(selected) FROM \(from)"
        if !joins.isEmpty { sql += " " + joins.joined(separator: " ") }
        sql += " WHERE \(link)"
        if let fulfilled { sql += " AND (\(fulfilled))" }
        return sql
    }

    private func opening(
        _ toMany: SQLToMany, from source: Place
    ) -> (place: Place, from: String, link: String) {
        let alias = nextAlias()
        switch toMany {
        case .foreignKey(let destination, let column, _):
            return (
                Place(alias: alias, entity: destination), "\(destination.table) \(alias)",
                "\(alias).\(column) = \(source.alias).Z_PK"
            )
        case .join(let join):
            let pairs = nextAlias()
            return (
                Place(alias: alias, entity: join.destination),
                "\(join.table) \(pairs) JOIN \(join.destination.table) \(alias) "
                    + "ON \(alias).Z_PK = \(pairs).\(join.destinationColumn)",
                "\(pairs).\(join.sourceColumn) = \(source.alias).Z_PK"
            )
        }
    }

    /// Goes on through the to-many relationships that are left on a path.
    private func innermost(_ rest: [String], at place: Place) throws -> (Place, [String]) {
        guard !rest.isEmpty,
            case .many(let source, let toMany, let more) = try end(
                ofKeyPath: rest.joined(separator: "."), at: place)
        else { return (place, rest) }
        let alias = nextAlias()
        let last = frames.count - 1
        switch toMany {
        case .foreignKey(let destination, let column, _):
            frames[last].joins.append(
                "JOIN \(destination.table) \(alias) ON \(alias).\(column) = \(source.alias).Z_PK")
            return try innermost(more, at: Place(alias: alias, entity: destination))
        case .join(let join):
            let pairs = nextAlias()
            frames[last].joins.append(
                "JOIN \(join.table) \(pairs) ON \(pairs).\(join.sourceColumn) = \(source.alias).Z_PK "
                    + "JOIN \(join.destination.table) \(alias) "
                    + "ON \(alias).Z_PK = \(pairs).\(join.destinationColumn)")
            return try innermost(more, at: Place(alias: alias, entity: join.destination))
        }
    }
}
