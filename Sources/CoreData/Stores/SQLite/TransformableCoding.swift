import Foundation

/// Turns the values of Transformable and Composite attributes into bytes and back.
enum TransformableCoding {
    /// The bytes of a value.
    /// - Throws: `NSCoreDataError` when the value cannot be archived.
    static func encode(_ value: AnyObject, of attribute: NSAttributeDescription) throws -> Data {
        do {
            return try NSKeyedArchiver.archivedData(
                withRootObject: (value as? SlotCoding.Boxed)?.value ?? value, requiringSecureCoding: true)
        } catch {
            throw CocoaErrorText.error(
                NSCoreDataError,
                "The value of “\(attribute.name)” cannot be archived: \(type(of: value)) does not support secure "
                    + "coding.")
        }
    }

    /// The value of bytes from a store.
    static func decode(_ data: Data, of attribute: NSAttributeDescription) throws -> NSObject? {
        try KeyedArchive.propertyList(data)
    }
}
