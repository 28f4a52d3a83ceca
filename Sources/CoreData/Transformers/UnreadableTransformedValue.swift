import Foundation

/// Stands for the value of a transformable attribute whose bytes in the store cannot be turned back.
///
/// An archive with a class that is not read here, a damaged one, a transformer that was not registered: fetching
/// goes on, and saving other properties leaves the bytes as they are. Not part of Apple's API.
public final class UnreadableTransformedValue: NSObject, @unchecked Sendable {
    // Nothing changes after the initialiser.

    /// What stands in the store.
    public let data: Data
    /// Why it cannot be read: an error of `NSCocoaErrorDomain` that names the attribute and the reason.
    public let error: NSError

    init(_ data: Data, _ error: NSError) {
        self.data = data
        self.error = error
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? UnreadableTransformedValue)?.data == data
    }

    public override var hash: Int { data.hashValue }

    public override var description: String {
        "<UnreadableTransformedValue: \(data.count) bytes; \(error.localizedDescription)>"
    }
}
