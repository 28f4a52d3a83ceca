import Foundation
import Synchronization

/// Turns values into others and back: for a transformable attribute, into the `Data` that the store keeps.
///
/// ```swift
/// final class ColourTransformer: ValueTransformer {
///     override func transformedValue(_ value: Any?) -> Any? { (value as? Colour)?.bytes }
///     override func reverseTransformedValue(_ value: Any?) -> Any? { (value as? Data).flatMap(Colour.init) }
/// }
/// ValueTransformer.setValueTransformer(ColourTransformer(), forName: NSValueTransformerName("ColourTransformer"))
/// ```
///
/// A transformer is used from the queue of every context that reads or saves, so what it holds must not change.
open class ValueTransformer: NSObject, @unchecked Sendable {
    // Without state of its own; the registered ones are guarded by the mutex.
    private static let registered = Mutex<[NSValueTransformerName: ValueTransformer]>([
        .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer()
    ])

    /// Makes a transformer.
    public required override init() {}

    /// Registers a transformer under a name, in place of the one that had it; nil to forget that one.
    open class func setValueTransformer(
        _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
        registered.withLock { $0[name] = transformer }
    }

    /// The names of the registered transformers.
    open class func valueTransformerNames() -> [NSValueTransformerName] {
        registered.withLock { Array($0.keys) }
    }

    /// The class of what `transformedValue(_:)` returns.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Whether there is a way back. True unless a subclass says otherwise.
    open class func allowsReverseTransformation() -> Bool { true }

    /// The value that `value` is turned into. Subclasses override it.
    open func transformedValue(_ value: Any?) -> Any? { nil }

    /// The way back; the same as the way there unless a subclass overrides it.
    open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

    /// The transformer of a name: the registered one, or one of the class of that name, which is registered then.
    static func named(_ name: NSValueTransformerName) -> ValueTransformer? {
        if let known = registered.withLock({ $0[name] }) { return known }
        guard let type = NSClassFromString(name.rawValue) as? ValueTransformer.Type else { return nil }
        let made = type.init()
        return registered.withLock { registered in
            if let known = registered[name] { return known }
            registered[name] = made
            return made
        }
    }
}

/// What gives transformers an initialiser that returns the registered one. Not part of Apple's API.
public protocol NamedValueTransformer {}

extension ValueTransformer: NamedValueTransformer {}

extension NamedValueTransformer where Self: ValueTransformer {
    /// The transformer of a name: the one that was registered, or one of the class of that name. Nil when there
    /// is none, or when it is of another class.
    public init?(forName name: NSValueTransformerName) {
        guard let found = ValueTransformer.named(name) as? Self else { return nil }
        self = found
    }
}
