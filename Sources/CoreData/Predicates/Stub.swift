import Foundation
extension NSPredicate {
    func matches(_ object: NSManagedObject) -> Bool { true }
    func mentionsRelationships(of layout: EntityLayout) -> Bool { true }
}
extension NSSortDescriptor { var keyString: String? { nil }
    func order(_ a: NSManagedObject, _ b: NSManagedObject) -> ComparisonResult { .orderedSame } }
extension Array where Element == NSSortDescriptor { func sorted(_ o: [NSManagedObject]) -> [NSManagedObject] { o } }
enum SQLValue { case null, integer(Int64), double(Double), text(String), blob(Data)
    func bind(to s: SQLiteStatement, at i: Int32) {
        switch self { case .null: s.bindNull(at: i)
        case .integer(let v): s.bind(v, at: i)
        case .double(let v): s.bind(v, at: i)
        case .text(let v): s.bind(v, at: i)
        case .blob(let v): s.bind(v, at: i) } } }
final class SQLQuery { init(entity: SQLEntity, schema: SQLSchema) {}
  var joins: [String] = []; var bindings: [SQLValue] = []
  func condition(_ p: NSPredicate) throws -> String { "1" }
  func order(_ d: [NSSortDescriptor]) throws -> [String] { [] }
  func column(forKeyPath: String) throws -> String { "" } }
enum SQLFunctions { static func register(on: OpaquePointer) {} }
public final class NSExpression: NSObject { }
extension NSManagedObject { func modelledValue(forKeyPath keyPath: String) -> Any? {
  var v: Any? = self
  for k in keyPath.split(separator: ".") { v = (v as? NSManagedObject)?.value(forKey: String(k)) }
  return v } }
