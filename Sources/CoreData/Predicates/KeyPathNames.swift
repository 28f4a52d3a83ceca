import Synchronization

/// A class whose Swift key paths can be turned into the names of the properties they go through.
internal protocol KeyPathRecording {
    /// The names along `keyPath`, which starts at this class, joined by dots; `nil` when they cannot be told.
    static func recordedName(of keyPath: AnyKeyPath) -> String?

    /// Whether the names of the class's properties are known; a class between `NSManagedObject` and those of entities
    /// has none of its own.
    static var hasRecordedNames: Bool { get }
}

/// Turns Swift key paths into key paths of strings: `\Plant.genus` into `"genus"`.
///
/// The compiler keeps no names for the properties of classes, so the class has to help: see `KeyPathRecording`.
internal enum KeyPathNames {
    private static let known = Mutex(Known())

    /// The names that were found. A key path never changes, so threads may share it.
    private struct Known: @unchecked Sendable {
        var names: [AnyKeyPath: String] = [:]
    }

    /// The names along `keyPath`, joined by dots; `nil` when they cannot be told.
    internal static func name(of keyPath: AnyKeyPath) -> String? {
        let path = SharedKeyPath(keyPath)
        if let name = known.withLock({ $0.names[path.keyPath] }) { return name }
        guard let name = findName(of: keyPath) else { return nil }
        known.withLock { $0.names[path.keyPath] = name }
        return name
    }

    /// The names along `keyPath`, or a trap that says what to do.
    internal static func requiredName(of keyPath: AnyKeyPath) -> String {
        guard let name = name(of: keyPath) else {
            preconditionFailure(
                """
                The key path \(keyPath) has no names that can be found: it has to start at a managed object class \
                and go through its attributes and relationships. Give the names as a string instead.
                """)
        }
        return name
    }

    /// A key path on its way into the lock. A key path never changes, so threads may share it.
    private struct SharedKeyPath: @unchecked Sendable {
        let keyPath: AnyKeyPath
        init(_ keyPath: AnyKeyPath) { self.keyPath = keyPath }
    }

    private static func findName(of keyPath: AnyKeyPath) -> String? {
        let root = type(of: keyPath).rootType
        if let recording = root as? any KeyPathRecording.Type {
            if let name = recording.recordedName(of: keyPath) { return name }
            // What is no property of the model has no value in a store.
            if recording.hasRecordedNames { return nil }
        }
        return describedName(of: keyPath)
    }

    /// The names as the key path describes itself. It knows those of stored properties of structs and final classes.
    private static func describedName(of keyPath: AnyKeyPath) -> String? {
        let text = String(describing: keyPath)
        guard let dot = text.firstIndex(of: "."), !text.contains("<") else { return nil }
        let names = text[text.index(after: dot)...].replacing("?", with: "").replacing("!", with: "")
        return names.isEmpty ? nil : String(names)
    }
}
