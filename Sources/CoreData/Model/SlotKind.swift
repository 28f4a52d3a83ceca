/// What the slot of a property holds; says which accessor generated code uses for it.
public enum SlotKind: Sendable, Hashable {
    case int16, int32, int64, bool, double, float, decimal, string, date, data, uuid, url
    case transformable, composite, objectID
    case toOne, toMany, orderedToMany
    case undefined
}
