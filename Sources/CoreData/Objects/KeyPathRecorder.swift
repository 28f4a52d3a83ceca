import Foundation

/// Finds the names of the properties a Swift key path goes through.
///
/// The compiler keeps no names for computed properties of classes, but the accessors know theirs: the key path is
/// followed from an object that stands for any of its class and notes what is read. A computed property of the
/// client's own that makes something else of what it reads is told by its value, which is not the one that was read.
enum KeyPathRecorder {
    /// Recursive: a property of the client's own that is followed may ask for the names of other key paths.
    private static let lock = NSRecursiveLock()
    /// What was read, while `lock` is held by the one who follows a key path.
    nonisolated(unsafe) private static var readings: [KeyPathReading] = []
    /// Whether the objects have values; the same holder guards it.
    nonisolated(unsafe) private static var givesValues = false

    /// The row of the object that stands in, of which a slot is about to be read.
    static func row(of object: NSManagedObject, reading slot: Int) -> UnsafeMutableRawPointer? {
        let row = givesValues ? ExampleRow.row(of: object) : nil
        var value: Any?
        if let row, let chunk = object.chunk {
            value = SlotCoding.value(slot: slot, layout: object.layout, chunk: chunk, row: row)
        }
        readings.append(KeyPathReading(object: object, slot: slot, value: value))
        return row
    }

    /// The object that stands for the destination of a relationship.
    static func destination(of object: NSManagedObject, slot: Int) -> NSManagedObject {
        let destination = standIn(for: object.layout.model[Int(object.layout.links[slot].destination)])
        readings.append(KeyPathReading(object: object, slot: slot, value: destination))
        return destination
    }

    /// The objects of a to-many relationship: one that stands for them, or none.
    static func destinations(of object: NSManagedObject, slot: Int) -> [NSManagedObject] {
        let layout = object.layout.model[Int(object.layout.links[slot].destination)]
        let members = givesValues ? [standIn(for: layout)] : []
        readings.append(KeyPathReading(object: object, slot: slot, value: members))
        return members
    }

    private static func standIn(for layout: EntityLayout) -> NSManagedObject {
        let object = layout.managedObjectClass.init(ManagedObjectOrigin(layout: layout, context: nil))
        object.state.insert(.recording)
        return object
    }

    /// The names along a key path that starts at `type`, joined by dots; nil when it goes through anything else than
    /// properties of the model.
    static func name(of keyPath: AnyKeyPath, from type: NSManagedObject.Type) -> String? {
        // Several models may have the class. In one that lacks a property, or whose other entities have other classes,
        // the path stops early; the one the class was compiled with has all.
        let layouts = self.layouts(of: type)
        return lock.withLock {
            let found = layouts.compactMap { layout -> [String]? in
                guard let names = follow(keyPath, from: layout, withValues: true),
                    follow(keyPath, from: layout, withValues: false) == names
                else { return nil }
                return names
            }
            return found.max { $0.count < $1.count }?.joined(separator: ".")
        }
    }

    /// Whether a class has an entity in a model that is in use or compiled in.
    static func knows(_ type: NSManagedObject.Type) -> Bool { !layouts(of: type).isEmpty }

    /// The entities of a class in the models that are in use, and in the one it was compiled with.
    static func layouts(of type: NSManagedObject.Type) -> [EntityLayout] {
        var layouts = ModelLayout.layouts(ofClass: type)
        if let compiled = ModelLayout.compiledLayout(ofClass: type) { layouts.append(compiled) }
        return layouts
    }

    private static func follow(
        _ keyPath: AnyKeyPath, from layout: EntityLayout, withValues: Bool
    ) -> [String]? {
        let outer = (readings, givesValues)
        (readings, givesValues) = ([], withValues)
        defer { (readings, givesValues) = outer }
        let start = standIn(for: layout)
        let result = (start as Any)[keyPath: keyPath].flatMap(OptionalUnwrapping.unwrapped)
        guard let last = readings.last, last.gives(result, withValues: withValues) else { return nil }
        var object = start
        for reading in readings {
            // Each reading starts where the one before led; one of two attributes of an object does not.
            guard reading.object === object else { return nil }
            if let next = reading.value as? NSManagedObject { object = next }
        }
        // The last one leads to the value; those before to one object each.
        guard readings.dropLast().allSatisfy({ $0.value is NSManagedObject }) else { return nil }
        return readings.map { $0.object.layout.slots[$0.slot].name }
    }
}

extension NSManagedObject: KeyPathRecording {
    static func recordedName(of keyPath: AnyKeyPath) -> String? {
        KeyPathRecorder.name(of: keyPath, from: self)
    }

    static var hasRecordedNames: Bool { KeyPathRecorder.knows(self) }
}
