/// An object whose properties predicates and sort descriptors can read by name.
///
/// There is no Objective-C runtime on Linux to find properties. Managed objects read theirs by name anyway; a class of
/// your own can conform to this protocol to be filtered and sorted by predicates in memory. Without it, stored
/// properties are found by reflection, slowly. Not part of Apple's API.
public protocol KeyValueReadable {
    /// The value of the property `key`; `nil` when it is empty.
    func value(forKey key: String) -> Any?
}
