import Foundation

extension SQLComparison {
    /// Whether a collection has a member; or a text another, which is written the same way.
    func membership(_ member: NSExpression, in collection: NSExpression) throws -> String {
        if let value = collection.constantInStore {
            if let elements = value.elements { return try membership(member, among: elements) }
            if value.isNull { return "\(try sides.unfolded.term(member).text) = NULL" }
            guard value.textForm != nil else { throw untranslatable(", whose collection is none,") }
        }
        if case .aggregate(let parts) = collection.kind {
            if isLocaleSensitive {
                let tests = try parts.map { part in
                    if let value = part.constantInStore { return try localizedMembership(member, among: [value]) }
                    return try localized(member, .equalTo, part)
                }
                return SQLQuery.balanced(tests[...], " OR ")
            }
            let column = try sides.column(member)
            let left = try sides.term(member).text
            let texts = try parts.map { try sides.term($0, like: column).text }
            return "\(left) IN (\(texts.joined(separator: ", ")))"
        }
        if let (source, toMany, rest) = try sides.many(collection) {
            // The query comes first, since the member may have to take the form of what it selects; it binds nothing.
            var element: SQLTerm?
            let inner = try query.subquery(over: toMany, from: source, rest: rest) { place, rest in
                let term = try sides.at(place).term(rest: rest)
                element = term
                return term.text
            }
            return "\(try sides.term(member, like: element).text) IN (\(inner))"
        }
        // `"an" IN name`: the right side is text.
        if isLocaleSensitive { return try localized(collection, .contains, member) }
        let whole = try sides.term(collection).text
        return "\(SQLFunctions.contains)(\(whole), \(try sides.term(member).text))"
    }

    private func membership(_ member: NSExpression, among elements: [ComparisonValue]) throws -> String {
        if elements.isEmpty { return "0" }
        if isLocaleSensitive { return try localizedMembership(member, among: elements) }
        let column = try sides.column(member)
        var lists = SQLValueLists()
        for element in elements {
            guard let value = query.stored(folding.map(element.folded) ?? element, like: column) else {
                throw untranslatable(", with values no store keeps,")
            }
            lists.append(value)
        }
        var parts = try lists.lists.map { list in
            // The member is written anew each time: what is bound in it is bound once for each time.
            let left = try sides.term(member).text
            return "\(left) IN (\(list.query(query.bind(.text(try list.json())))))"
        }
        if lists.hasNull { parts.append("\(try sides.term(member).text) = NULL") }
        return "(" + parts.joined(separator: " OR ") + ")"
    }
}
