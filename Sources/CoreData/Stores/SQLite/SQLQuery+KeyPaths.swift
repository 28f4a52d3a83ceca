import Foundation

extension SQLQuery {
    /// Where a key path leads.
    enum PathEnd {
        /// One value: an attribute, or the key of an object.
        case one(SQLTerm)
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

    /// Follows a key path to its end or to the first to-many relationship.
    /// - Throws: an error that names the entity and the key that does not fit.
    func end(ofKeyPath path: String, at place: Place) throws -> PathEnd {
        try follow(path.keys[...], from: place, whole: path)
    }

    /// Follows a key path that may start at something else than the row.
    func end(ofKeyPath path: String, from operand: NSExpression?, at place: Place) throws -> PathEnd {
        switch operand?.kind {
        case nil, .evaluatedObject: return try end(ofKeyPath: path, at: place)
        case .variable(let name): return try end(ofKeyPath: path, at: try self.place(ofVariable: name))
        case .keyPath(let first, let inner): return try end(ofKeyPath: "\(first).\(path)", from: inner, at: place)
        default: throw untranslatable("“\(operand.map { "\($0)." } ?? "")\(path)”")
        }
    }

    private func follow(_ keys: ArraySlice<String>, from place: Place, whole: String) throws -> PathEnd {
        guard let key = keys.first else { return .one(place.key) }
        let rest = keys.dropFirst()
        if key.lowercased() == "self" || (key == "objectID" && place.entity.layout.slotsByName[key] == nil) {
            return try follow(rest, from: place, whole: whole)
        }
        guard let slot = place.entity.layout.slotsByPath[key] else {
            if key == "entity", let term = entityTerm(rest, at: place) { return .one(term) }
            throw CocoaErrorText.error(
                NSCoreDataError, "Cannot follow “\(whole)”: " + place.entity.layout.unknownKey(key))
        }
        if let toMany = place.entity.toMany[slot] { return .many(place, toMany, rest: Array(rest)) }
        if place.entity.layout.slots[slot].kind == .composite {
            guard let next = rest.first else {
                throw CocoaErrorText.error(
                    NSCoreDataError,
                    "“\(whole)” is a composite attribute of \(place.entity.name). Name one of its elements.")
            }
            return try follow(["\(key).\(next)"] + rest.dropFirst(), from: place, whole: whole)
        }
        guard let column = place.entity.columnBySlot[slot] else {
            throw untranslatable("“\(whole)”, which is not kept in the store,")
        }
        if rest.isEmpty {
            var term = SQLTerm(text: "\(place.alias).\(column.name)", kind: column.kind)
            term.isExternal = column.isExternal
            if column.kind == .toOne {
                term.destination = destination(of: slot, at: place)
                term.entityNumber = column.entityColumn.map { "\(place.alias).\($0)" }
            }
            return .one(term)
        }
        guard column.kind == .toOne else {
            throw CocoaErrorText.error(
                NSCoreDataError,
                "Cannot follow “\(whole)”: “\(key)” of \(place.entity.name) is an attribute and leads no further.")
        }
        return try follow(rest, from: join(column, slot: slot, at: place, whole), whole: whole)
    }

    /// `entity` and `entity.name`, which every object has.
    private func entityTerm(_ rest: ArraySlice<String>, at place: Place) -> SQLTerm? {
        let number = "\(place.alias).Z_ENT"
        if rest.isEmpty { return SQLTerm(text: number, isEntity: true) }
        guard rest == ["name"] else { return nil }
        let cases = place.entity.layout.family.map { layout in
            let name = (layout.entity.name ?? "").replacing("'", with: "''")
            return "WHEN \(schema[layout.ordinal].number) THEN '\(name)'"
        }
        return SQLTerm(text: "CASE \(number) \(cases.joined(separator: " ")) END", kind: .string)
    }

    private func destination(of slot: Int, at place: Place) -> SQLEntity {
        schema[Int(place.entity.layout.links[slot].destination)]
    }

    /// SQLite reads 64 tables at once.
    private static var mostJoins: Int { 63 }

    /// The place behind a to-one relationship; one that was joined before serves again.
    private func join(_ column: SQLColumn, slot: Int, at place: Place, _ whole: String) throws -> Place {
        let name = "\(place.alias).\(column.name)"
        // A subquery may use what the queries around it have joined.
        for frame in frames {
            if let known = frame.joined[name] { return known }
        }
        let last = frames.count - 1
        guard frames[last].joins.count < Self.mostJoins else {
            let path = whole.count > 100 ? whole.prefix(100) + "…" : whole[...]
            throw untranslatable("“\(path)”, which leads to more than \(Self.mostJoins) other objects,")
        }
        let joined = Place(alias: nextAlias(), entity: destination(of: slot, at: place))
        frames[last].joins.append(
            "LEFT JOIN \(joined.entity.table) \(joined.alias) ON \(joined.alias).Z_PK = \(name)")
        frames[last].joined[name] = joined
        return joined
    }
}
