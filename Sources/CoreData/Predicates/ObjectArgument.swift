import Foundation

/// A value that may stand for `%@` in a format, as Apple's do: `NSPredicate(format: "id == %@", id as CVarArg)`.
///
/// Foundation on Linux has only texts and numbers for that. A predicate takes the value itself;
/// `String(format:)` writes its description.
public protocol ObjectArgument: _CVarArgObject {}

extension ObjectArgument {
    /// The value as a text, for functions that take a list of arguments as C does.
    public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
    /// Not used: a value that has an object is passed as that.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension URL: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension Data: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension Decimal: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension Array: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension Set: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension Dictionary: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension NSNumber: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension NSDate: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension NSUUID: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension NSURL: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension NSData: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension NSNull: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension NSArray: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension NSSet: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension NSOrderedSet: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension NSDictionary: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {}
extension NSManagedObject: ObjectArgument {}
extension NSManagedObjectID: ObjectArgument {}
extension NSEntityDescription: ObjectArgument {}
