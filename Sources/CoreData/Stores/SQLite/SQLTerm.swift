/// A value in SQL, and what is known of it.
struct SQLTerm {
    let text: String
    /// The kind of the column, `toOne` for the key of an object; nil for what is calculated or bound.
    var kind: SlotKind?
    /// For the key of an object: its entity.
    var destination: SQLEntity?
    /// For the key of an object that may be of a subentity: the number of its entity.
    var entityNumber: String?
    /// Whether the column may hold the name of a file in place of the bytes.
    var isExternal = false
    /// Whether this is the number of an object's entity.
    var isEntity = false
}
