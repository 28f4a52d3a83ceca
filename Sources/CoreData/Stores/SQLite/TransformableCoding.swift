import Foundation

/// Turns the values of Transformable and Composite attributes into bytes and back.
enum TransformableCoding {
    /// The bytes of a value.
    /// - Throws: `NSCoreDataError` when the value cannot be archived.
    static func encode(_ value: AnyObject, of attribute: NSAttributeDescription) throws -> Data {
        guard let data = (value as? SlotCoding.Boxed)?.value as? Data ?? value as? NSData as Data? else {
            throw CocoaErrorText.error(
                NSCoreDataError,
                "The value of “\(attribute.name)” is a \(type(of: value)). An attribute of this kind takes Data: "
                    + "archive the value first.")
        }
        return data
    }

    /// The value of bytes from a store: the bytes themselves. They never reach an unarchiver.
    static func decode(_ data: Data, of attribute: NSAttributeDescription) throws -> NSObject? { data as NSData }
}
