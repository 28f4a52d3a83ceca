import Foundation

/// Finds the names of the properties a Swift key path goes through.
///
/// The compiler keeps no names for computed properties of classes, but the accessors know theirs: the key path is
/// followed from an object that stands for any of its class and notes what is read.
enum KeyPathRecorder {
    private static let lock = NSLock()
    /// What was read, while `lock` is held by the one who follows a key path.
    nonisolated(unsafe) private static var names: [String] = []

    static func note(_ name: String) { names.append(name) }

    /// The object that stands for the destination of a relationship.
    static func destination(of object: NSManagedObject, slot: Int) -> NSManagedObject {
        note(object.layout.slots[slot].name)
        return standIn(for: object.layout.model[Int(object.layout.links[slot].destination)])
    }

    private static func standIn(for layout: EntityLayout) -> NSManagedObject {
        let object = layout.managedObjectClass.init(ManagedObjectOrigin(layout: layout, context: nil))
        object.state.insert(.recording)
        return object
    }

    /// The names along a key path that starts at `type`, joined by dots.
    static func name(of keyPath: AnyKeyPath, from type: NSManagedObject.Type) -> String? {
        // Several models may have the class. In one that lacks a property, or whose other entities have other classes,
        // the path stops early; the one the class was compiled with has all.
        var layouts = ModelLayout.layouts(ofClass: type)
        if let compiled = ModelLayout.compiledLayout(ofClass: type) { layouts.append(compiled) }
        return lock.withLock {
            let found = layouts.map { layout in
                names = []
                _ = (standIn(for: layout) as Any)[keyPath: keyPath]
                return names
            }
            return found.max { $0.count < $1.count }.flatMap { $0.isEmpty ? nil : $0.joined(separator: ".") }
        }
    }
}

extension NSManagedObject: KeyPathRecording {
    static func recordedName(of keyPath: AnyKeyPath) -> String? {
        KeyPathRecorder.name(of: keyPath, from: self)
    }
}
