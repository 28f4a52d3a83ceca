import Foundation

/// Reads dictionaries of either language.
internal enum DictionaryReading {
    /// The value of `key`, in a tuple that is `nil` when `object` is no dictionary.
    internal static func value(in object: Any, forKey key: String) -> (value: Any?, Void)? {
        switch object {
        case let dictionary as [String: Any]: (content(dictionary[key]), ())
        case let dictionary as NSDictionary: (content(dictionary.object(forKey: key)), ())
        case let dictionary as [AnyHashable: Any]: (content(dictionary[key]), ())
        default: nil
        }
    }

    private static func content(_ value: Any?) -> Any? {
        guard let value, !(value is NSNull) else { return nil }
        return OptionalUnwrapping.unwrapped(value)
    }
}
