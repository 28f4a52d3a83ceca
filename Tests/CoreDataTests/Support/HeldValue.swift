import CoreData

/// Anything carried from block to block of its context.
struct HeldValue<Value>: @unchecked Sendable {
    // Used on its context's queue only.
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// An object carried from block to block of its context.
typealias Held = HeldValue<NSManagedObject>

extension HeldValue<NSManagedObject> {
    var object: NSManagedObject { value }
}
