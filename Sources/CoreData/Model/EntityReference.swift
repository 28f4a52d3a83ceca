/// How a description points at an entity that it does not own.
///
/// Every entity has one, which all who point at it share; it forgets the entity when that goes. A weak reference
/// would do the same, but the first one to an object makes every later retain of it several times slower, and
/// making a managed object retains its entity.
final class EntityReference {
    /// The entity; nil once it is gone.
    // Set to nil in the entity's `deinit`, before its memory goes.
    private(set) unowned(unsafe) var entity: NSEntityDescription?

    init(_ entity: NSEntityDescription) { self.entity = entity }

    /// Called by the entity when it goes.
    func clear() { entity = nil }
}
