/// The Swift expressions that read and write a slot as a declared type.
struct PropertyBody {
    /// An expression of the declared type.
    var getter: String
    /// A statement that stores `value`.
    var setter: String

    /// Finds the expressions.
    ///
    /// - Parameters:
    ///   - type: the declared type.
    ///   - slot: the slot, as source.
    ///   - kind: what the slot holds; nil where only the program's model will say.
    ///   - name: the property's name for a message of the running program.
    ///   - isManaged: whether a class is one of managed objects.
    /// - Returns: nil when a slot of that kind cannot be had as that type.
    init?(type: SwiftType, slot: String, kind: String?, name: String, isManaged: (String) -> Bool) {
        var wrapped = type
        var isOptional = false
        while case .optional(let inner) = wrapped {
            wrapped = inner
            isOptional = true
        }
        if case .named(let typeName) = wrapped {
            if let body = Self.number(typeName, isOptional: isOptional, slot: slot, kind: kind) {
                self = body
                return
            }
            if Self.numbers[typeName] != nil { return nil }
        }
        guard let value = Self.object(wrapped, slot: slot, kind: kind, isManaged: isManaged) else { return nil }
        setter = isOptional ? value.setOptional : value.set
        if isOptional {
            getter = value.get
        } else if let empty = value.empty {
            getter = "\(value.get) ?? \(empty)"
        } else {
            getter = "required(\(value.get), \(StringLiteral.singleLine(name)))"
        }
    }

    init(getter: String, setter: String) {
        self.getter = getter
        self.setter = setter
    }

    // MARK: Numbers

    /// The members of `NSNumber` for Swift's numbers.
    private static let numbers = [
        "Int": "intValue", "Int8": "int8Value", "Int16": "int16Value", "Int32": "int32Value", "Int64": "int64Value",
        "Bool": "boolValue", "Double": "doubleValue", "Float": "floatValue", "TimeInterval": "doubleValue",
    ]
    private static let numberKinds: Set<String> = ["int16", "int32", "int64", "bool", "double", "float", "decimal"]

    private static func number(_ type: String, isOptional: Bool, slot: String, kind: String?) -> PropertyBody? {
        guard let member = numbers[type] else { return nil }
        let direct = [
            "Int16": ("int16", "Int16"), "Int32": ("int32", "Int32"), "Int64": ("int64", "Int64"),
            "Bool": ("bool", "Bool"),
            "Double": ("double", "Double"), "TimeInterval": ("double", "Double"), "Float": ("float", "Float"),
        ][type]
        if !isOptional, let (getter, setter) = direct, getter == kind || (getter == "double" && kind == "date") {
            return PropertyBody(getter: "\(getter)(at: \(slot))", setter: "set\(setter)(value, at: \(slot))")
        }
        guard kind.map({ numberKinds.contains($0) }) ?? true else { return nil }
        if isOptional {
            return PropertyBody(
                getter: "number(at: \(slot))?.\(member)",
                setter: "setNumber(value.map { NSNumber(value: $0) }, at: \(slot))")
        }
        let zero = type == "Bool" ? "false" : "0"
        return PropertyBody(
            getter: "number(at: \(slot))?.\(member) ?? \(zero)",
            setter: "setNumber(NSNumber(value: value), at: \(slot))")
    }

    // MARK: Objects

    private struct Value {
        /// An expression that is nil where the slot is empty.
        var get: String
        /// Stores a value that is there.
        var set: String
        /// Stores a value that may be nil.
        var setOptional: String
        /// What a property that cannot be nil reads as where the slot is empty, as at Apple; nil: a mistake.
        var empty: String?

        init(_ get: String, _ set: (String) -> String, empty: String? = nil) {
            self.get = get
            self.set = set("value")
            setOptional = set("value")
            self.empty = empty
        }

        /// A value that is kept as another type.
        init(_ get: String, _ set: (String) -> String, from convert: String, empty: String? = nil) {
            self.get = get
            self.set = set(convert.replacing("$0", with: "value"))
            setOptional = set("value.map { \(convert) }")
            self.empty = empty
        }
    }

    private static func object(
        _ type: SwiftType, slot: String, kind: String?, isManaged: (String) -> Bool
    ) -> Value? {
        func isKind(_ kinds: String...) -> Bool { kind.map(kinds.contains) ?? true }
        func cast() -> Value? {
            guard isKind("transformable", "undefined", "objectID", "composite") else { return nil }
            let get = "transformable(at: \(slot))"
            let empty =
                switch type {
                case .array: "[]"
                case .dictionary: "[:]"
                default: nil as String?
                }
            if type == .any { return Value(get, { "setTransformable(\($0), at: \(slot))" }) }
            let parenthesized = "(\(get) as? \(type.text))"
            return Value(parenthesized, { "setTransformable(\($0), at: \(slot))" }, empty: empty)
        }
        switch type {
        case .set(let element):
            guard isKind("toMany", "orderedToMany") else { return cast() }
            return Value(
                "objects(at: \(slot)).map { Set($0.compactMap { $0 as? \(element.text) }) }",
                { "setObjects(\($0), at: \(slot))" }, from: "NSSet(array: Array($0))", empty: "[]")
        case .dictionary(.named("String"), .any) where kind == "composite":
            return Value("composite(at: \(slot))", { "setComposite(\($0), at: \(slot))" }, empty: "[:]")
        case .array, .dictionary, .any, .anyObject, .optional: return cast()
        case .named(let name):
            if isManaged(name), kind == nil || kind == "toOne" {
                let get = name == "NSManagedObject" ? "object(at: \(slot))" : "(object(at: \(slot)) as? \(type.text))"
                return Value(get, { "setObject(\($0), at: \(slot))" })
            }
            if let (kinds, value) = library(name, slot: slot), kind.map(kinds.contains) ?? true { return value }
            return cast()
        }
    }

    /// The types of Foundation a slot's value has, or is turned into.
    private static func library(_ name: String, slot: String) -> (kinds: [String], value: Value)? {
        func value(_ getter: String, _ setter: String, empty: String? = nil) -> Value {
            Value("\(getter)(at: \(slot))", { "set\(setter)(\($0), at: \(slot))" }, empty: empty)
        }
        func converted(_ getter: String, _ setter: String, to: String, from: String) -> Value {
            Value("\(getter)(at: \(slot)).map { \(to) }", { "set\(setter)(\($0), at: \(slot))" }, from: from)
        }
        switch name {
        case "String": return (["string"], value("string", "String", empty: "\"\""))
        case "Date": return (["date"], value("date", "Date"))
        case "Data": return (["data"], value("data", "Data", empty: "Data()"))
        case "UUID": return (["uuid"], value("uuid", "UUID"))
        case "URL": return (["url"], value("url", "URL"))
        case "NSNumber":
            return (["int16", "int32", "int64", "bool", "double", "float", "decimal"], value("number", "Number"))
        case "NSDecimalNumber": return (["decimal"], value("decimal", "Decimal"))
        case "Decimal":
            return (
                ["decimal"],
                converted("decimal", "Decimal", to: "$0.decimalValue", from: "NSDecimalNumber(decimal: $0)")
            )
        case "NSString":
            return (["string"], converted("string", "String", to: "NSString(string: $0)", from: "String($0)"))
        case "NSDate":
            let seconds = "timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate"
            return (["date"], converted("date", "Date", to: "NSDate(\(seconds))", from: "Date(\(seconds))"))
        case "NSData":
            return (["data"], converted("data", "Data", to: "NSData(data: $0)", from: "Data(referencing: $0)"))
        case "NSSet": return (["toMany", "orderedToMany"], value("objects", "Objects", empty: "NSSet()"))
        case "NSOrderedSet":
            return (["orderedToMany"], value("orderedObjects", "OrderedObjects", empty: "NSOrderedSet()"))
        default: return nil
        }
    }
}
