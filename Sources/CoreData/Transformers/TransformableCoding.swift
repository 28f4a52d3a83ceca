import Foundation

/// Turns the values of transformable attributes into bytes and back.
enum TransformableCoding {
    /// Apple's own transformers whose archives can make any object: refused for saving there, and here.
    private static let insecure: Set<String> = ["NSKeyedUnarchiveFromData", "NSUnarchiveFromData"]

    /// The bytes of a value.
    /// - Throws: `NSCoreDataError` when the value cannot be turned into bytes.
    static func encode(_ value: AnyObject, of attribute: NSAttributeDescription) throws -> Data {
        if let unreadable = value as? UnreadableTransformedValue { return unreadable.data }
        let object = (value as? SlotCoding.Boxed)?.value ?? value
        guard attribute.attributeType == .transformableAttributeType else {
            guard let data = object as? Data else {
                throw error(attribute, "holds bytes and no \(type(of: object)). Turn the value into Data first.")
            }
            return data
        }
        let name = attribute.valueTransformerName ?? ""
        if insecure.contains(name) {
            throw error(attribute, "names the transformer \(name), which is not secure. Name none in the model.")
        }
        let transformer = try transformer(name, of: attribute)
        let result: Any?
        if let secure = transformer as? NSSecureUnarchiveFromDataTransformer {
            if type(of: secure) == NSSecureUnarchiveFromDataTransformer.self {
                do {
                    return try KeyedArchiveWriter.data(of: object)
                } catch let failure as KeyedArchiveError {
                    throw error(
                        attribute, "cannot be archived: it \(failure.sentence). Name a transformer of your own.")
                }
            }
            // Its way there is the way from bytes to a value.
            result = secure.reverseTransformedValue(object)
        } else {
            result = transformer.transformedValue(object)
        }
        guard let data = result as? Data else {
            throw error(
                attribute,
                "is a \(type(of: object)), which the transformer \(name) turns into no Data."
                    + (transformer is NSSecureUnarchiveFromDataTransformer
                        ? " For classes of your own override transformedValue(_:) and reverseTransformedValue(_:)."
                        : ""))
        }
        return data
    }

    /// The value of bytes from a store. What cannot be turned back is an `UnreadableTransformedValue`.
    static func decode(_ data: Data, of attribute: NSAttributeDescription) -> AnyObject {
        guard attribute.attributeType == .transformableAttributeType else { return data as NSData }
        do {
            return try value(data, attribute)
        } catch let failure as KeyedArchiveError {
            return UnreadableTransformedValue(data, error(attribute, "cannot be read: it \(failure.sentence)."))
        } catch let failure {
            return UnreadableTransformedValue(data, failure as NSError)
        }
    }

    private static func value(_ data: Data, _ attribute: NSAttributeDescription) throws -> AnyObject {
        let name = attribute.valueTransformerName ?? ""
        if insecure.contains(name) { return try KeyedArchiveReader.object(in: data) }
        let transformer = try transformer(name, of: attribute)
        let result: Any?
        if let secure = transformer as? NSSecureUnarchiveFromDataTransformer {
            if type(of: secure) == NSSecureUnarchiveFromDataTransformer.self { return try secure.object(in: data) }
            result = secure.transformedValue(data as NSData)
        } else {
            result = transformer.reverseTransformedValue(data as NSData)
        }
        guard let result else {
            throw error(attribute, "cannot be read: the transformer \(name) turns its bytes into nothing.")
        }
        return result as? NSObject ?? SlotCoding.Boxed(result)
    }

    private static func transformer(
        _ name: String, of attribute: NSAttributeDescription
    ) throws -> ValueTransformer {
        let wanted =
            name.isEmpty ? .secureUnarchiveFromDataTransformerName : NSValueTransformerName(name)
        guard let found = ValueTransformer.named(wanted) else {
            throw error(
                attribute,
                "needs the transformer “\(name)”. Register it with ValueTransformer.setValueTransformer(_:forName:) "
                    + "before the store is opened.")
        }
        return found
    }

    private static func error(_ attribute: NSAttributeDescription, _ what: String) -> NSError {
        CocoaErrorText.error(NSCoreDataError, "“\(attribute.name)” of \(attribute.entity.name ?? "") \(what)")
    }
}
