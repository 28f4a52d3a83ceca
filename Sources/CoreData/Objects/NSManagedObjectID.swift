import Foundation
import Synchronization

/// The identity of a managed object across contexts, and, once it is saved, across launches.
///
/// Two IDs are equal when they name the same row of the same store. An ID may be handed from one queue to
/// another.
public final class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
    // Nothing but `successor` changes after the initialiser, and that is behind its lock.
    let key: ObjectKey
    let layout: EntityLayout
    weak let store: NSPersistentStore?
    private let temporaryUUID: UUID?
    /// The serial number of the context that gave out the temporary key; 0 for a permanent one.
    let home: UInt64
    /// The ID that took the place of this one when the object was saved.
    private let successor = Mutex(NSManagedObjectID?.none)

    /// - Parameter home: the serial number of the context that gave out a temporary key.
    init(key: ObjectKey, layout: EntityLayout, store: NSPersistentStore?, home: UInt64 = 0) {
        self.key = key
        self.layout = layout
        self.store = store
        temporaryUUID = key.isTemporary ? UUID() : nil
        self.home = key.isTemporary ? home : 0
    }

    /// The ID that the object has by now.
    final var current: NSManagedObjectID {
        guard key.isTemporary else { return self }
        var id = self
        while let newer = id.successor.withLock({ $0 }) { id = newer }
        return id
    }

    final func becomes(_ other: NSManagedObjectID) {
        if other !== self { successor.withLock { $0 = other } }
    }

    /// The entity of the object.
    public var entity: NSEntityDescription { layout.entity }

    /// The store that holds the object; nil while the ID is temporary, and when the store was removed.
    public var persistentStore: NSPersistentStore? { store }

    /// Whether the object has not been saved yet.
    public var isTemporaryID: Bool { key.isTemporary }

    /// The ID in a form that can be kept: `x-coredata://<store UUID>/<Entity>/p<primary key>`.
    public func uriRepresentation() -> URL {
        let host = store?.identifier ?? ""
        let name = layout.entity.name ?? ""
        let last = temporaryUUID.map { "t\($0.uuidString)" } ?? "p\(key.primaryKey)"
        // Entity names are identifiers and identifiers are valid in a URL path.
        return URL(string: "x-coredata://\(host)/\(name)/\(last)")
            ?? URL(fileURLWithPath: "/\(name)/\(last)")
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectID else { return false }
        if self === other { return true }
        return key == other.key && layout.model === other.layout.model
            && home == other.home && store === other.store
    }

    public override var hash: Int { Int(truncatingIfNeeded: key.raw &* 0x9E37_79B9_7F4A_7C15) }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override var description: String {
        "0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)) <\(uriRepresentation())>"
    }
}
