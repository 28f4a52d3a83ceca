import Foundation

/// Reads keyed archives, and writes them: the transformer of transformable attributes that name none.
///
/// Archives hold `NSString`, `NSNumber`, `NSArray`, `NSDictionary`, `NSSet`, `NSDate`, `NSData`, `NSURL`, `NSUUID`
/// and `NSNull`, and the Swift types that stand for them. Other classes are refused: bytes of a file never decide
/// which code runs.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    // Without state, as its superclass is.

    /// The classes an archive's root may be of.
    open class var allowedTopLevelClasses: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
            NSURL.self, NSUUID.self, NSNull.self,
        ]
    }

    /// The root of an archive; nil when it cannot be read or is of a class that is not allowed.
    open override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        return try? object(in: data)
    }

    /// The archive of an object; nil when it has something in it that no archive holds.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        return try? KeyedArchiveWriter.data(of: value)
    }

    /// - Throws: `KeyedArchiveError`.
    final func object(in data: Data) throws -> NSObject {
        let object = try KeyedArchiveReader.object(in: data)
        guard type(of: self).allows(object) else { throw KeyedArchiveError.unknownClass("\(type(of: object))") }
        return object
    }

    private class func allows(_ object: NSObject) -> Bool {
        allowedTopLevelClasses.contains { object.isKind(of: $0) }
    }
}
