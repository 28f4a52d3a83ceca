import CSQLite
import Foundation

/// SQL functions for what SQLite cannot do by itself: text compared as Unicode has it.
///
/// They are used in queries only, never in indexes, so that other programs can write the file. The exception are
/// Apple's, in the triggers of derived attributes.
enum SQLFunctions {
    static let fold = "PERENNIAL_FOLD"
    static let hasPrefix = "PERENNIAL_PREFIX"
    static let hasSuffix = "PERENNIAL_SUFFIX"
    static let contains = "PERENNIAL_CONTAINS"
    static let like = "PERENNIAL_LIKE"
    static let matches = "PERENNIAL_MATCHES"
    static let test = "PERENNIAL_TEST"
    static let logic = "PERENNIAL_LOGIC"
    static let call = "PERENNIAL_CALL"
    static let real = "PERENNIAL_REAL"
    static let blob = "PERENNIAL_BLOB"
    static let collation = "PERENNIAL_LOCALIZED"

    static func register(on connection: OpaquePointer) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        func add(_ name: String, _ count: Int32, _ body: @escaping Function) {
            sqlite3_create_function_v2(connection, name, count, flags, nil, body, nil, nil, nil)
        }
        add(fold, 2) { context, _, values in
            guard let value = values?[0], sqlite3_value_type(value) == SQLITE_TEXT,
                let text = SQLFunctions.text(values, 0)
            else { return sqlite3_result_value(context, values?[0]) }
            let bits = sqlite3_value_int(values?[1])
            let folding = StringFolding(ignoresCase: bits & 1 != 0, ignoresDiacritics: bits & 2 != 0)
            SQLFunctions.give(folding.fold(text), context)
        }
        add(hasPrefix, 2) { context, _, values in
            SQLFunctions.test(context, values) { !$1.isEmpty && $0.hasPrefixBytes($1) }
        }
        add(hasSuffix, 2) { context, _, values in
            SQLFunctions.test(context, values) { !$1.isEmpty && $0.hasSuffixBytes($1) }
        }
        add(contains, 2) { context, _, values in
            guard let whole = SQLFunctions.bytes(values, 0), let part = SQLFunctions.bytes(values, 1) else {
                return sqlite3_result_null(context)
            }
            sqlite3_result_int(context, SQLFunctions.contains(whole, part) ? 1 : 0)
        }
        add(like, 2) { context, _, values in
            SQLFunctions.test(context, values) { LikePattern($1).matches($0) }
        }
        add(matches, 3) { context, _, values in
            let ignoresCase = sqlite3_value_int(values?[2]) != 0
            SQLFunctions.test(context, values) { text, pattern in
                let expression = try? RegularExpressions.expression(pattern, ignoresCase: ignoresCase)
                return expression.map { RegularExpressions.matches(text, $0) } ?? false
            }
        }
        add(logic, 2) { context, _, values in
            guard let program = SQLFunctions.bytes(values, 0), let answers = SQLFunctions.bytes(values, 1) else {
                return sqlite3_result_null(context)
            }
            SQLFunctions.give(LogicProgram.answer(program, answers), context)
        }
        add(test, 4) { context, _, values in
            let (left, right) = (ComparisonValue(values?[0]), ComparisonValue(values?[1]))
            guard let type = NSComparisonPredicate.Operator(rawValue: UInt(sqlite3_value_int(values?[2]))) else {
                return sqlite3_result_null(context)
            }
            let options = NSComparisonPredicate.Options(rawValue: UInt(sqlite3_value_int(values?[3])))
            let test = ValueTest(type, options, .store, right: nil, left: nil, comparesWithNull: false)
            SQLFunctions.give(test.truth(left, right), context)
        }
        registerValues(add)
        registerDerived(on: connection)
        sqlite3_create_collation_v2(
            connection, collation, SQLITE_UTF8, nil,
            { _, aCount, a, bCount, b in
                func text(_ start: UnsafeRawPointer?, _ count: Int32) -> String {
                    String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
                }
                return Int32(SQLFunctions.localizedStandardOrder(text(a, aCount), text(b, bCount)).rawValue)
            }, nil)
    }

    /// Functions that give values: those of expressions, and elements of lists.
    private static func registerValues(_ add: (String, Int32, @escaping Function) -> Void) {
        add(call, -1) { context, count, values in
            guard let name = SQLFunctions.text(values, 0) else { return sqlite3_result_null(context) }
            let arguments = (1..<Int(max(count, 1))).map { ComparisonValue(values?[$0]) }
            let result: ComparisonValue
            if let function = PredicateFunction(rawValue: name) {
                result = function.value(of: arguments, .store)
            } else {
                result = PredicateMethod.value(
                    of: name, arguments.first ?? .null, Array(arguments.dropFirst()), .store)
            }
            SQLFunctions.give(SQLValue(result) ?? .null, context)
        }
        add(real, 1) { context, _, values in
            let bits = UInt64(bitPattern: sqlite3_value_int64(values?[0]))
            sqlite3_result_double(context, Double(bitPattern: bits))
        }
        add(blob, 1) { context, _, values in
            let digits = Array((SQLFunctions.text(values, 0) ?? "").utf8)
            func number(_ digit: UInt8) -> UInt8 { digit < 0x40 ? digit &- 0x30 : digit &- 0x57 }
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
                number(digits[$0]) << 4 | number(digits[$0 + 1])
            }
            SQLFunctions.give(.blob(Data(bytes)), context)
        }
    }

    /// The order in which people expect two texts in a list; different texts are never equal.
    static func localizedStandardOrder(_ a: String, _ b: String) -> ComparisonResult {
        let result = a.compare(
            b, options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering], range: nil,
            locale: Locale.current)
        if result != .orderedSame { return result }
        return a == b ? .orderedSame : ComparisonValue.order(a, b) < 0 ? .orderedAscending : .orderedDescending
    }

    typealias Function =
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void

    /// Whether the bytes of `part`, which may not be empty, stand in `whole`.
    private static func contains(_ whole: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = whole.baseAddress, let wanted = part.baseAddress, !part.isEmpty else { return false }
        var place = 0
        let last = whole.count - part.count
        // The first byte is looked for with memchr, the rest compared where it is found.
        while place <= last, let found = memchr(start + place, Int32(wanted[0]), last - place + 1) {
            if memcmp(found, wanted, part.count) == 0 { return true }
            place = UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
        }
        return false
    }

    /// The UTF-8 of a text where it lies: a scan of a table makes no strings.
    private static func bytes(
        _ values: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int
    ) -> UnsafeBufferPointer<UInt8>? {
        guard let value = values?[index], sqlite3_value_type(value) != SQLITE_NULL,
            let bytes = sqlite3_value_text(value)
        else { return nil }
        return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
    }

    private static func text(_ values: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int) -> String? {
        guard let value = values?[index], sqlite3_value_type(value) != SQLITE_NULL,
            let bytes = sqlite3_value_text(value)
        else { return nil }
        let count = Int(sqlite3_value_bytes(value))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    private static func give(_ text: String, _ context: OpaquePointer?) {
        var text = text
        text.withUTF8 { bytes in
            // An empty string may have no bytes to point to; without a pointer it would be NULL.
            guard let start = bytes.baseAddress else { return sqlite3_result_text(context, "", 0, copied) }
            start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_result_text(context, $0, Int32(bytes.count), copied)
            }
        }
    }

    private static func give(_ truth: Truth, _ context: OpaquePointer?) {
        switch truth {
        case .unknown: sqlite3_result_null(context)
        case .no, .yes: sqlite3_result_int(context, truth == .yes ? 1 : 0)
        }
    }

    private static func give(_ value: SQLValue, _ context: OpaquePointer?) {
        switch value {
        case .null: sqlite3_result_null(context)
        case .integer(let number): sqlite3_result_int64(context, number)
        case .double(let number): sqlite3_result_double(context, number)
        case .text(let text): give(text, context)
        case .blob(let data):
            data.withUnsafeBytes {
                guard let start = $0.baseAddress else { return sqlite3_result_zeroblob(context, 0) }
                sqlite3_result_blob(context, start, Int32($0.count), copied)
            }
        }
    }

    /// SQLITE_TRANSIENT, which C defines as a cast that Swift does not import: SQLite copies what it is given.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// Gives a text changed; nothing for nothing.
    static func change(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, _ body: (String) -> String
    ) {
        guard let text = text(values, 0) else { return sqlite3_result_null(context) }
        give(body(text), context)
    }

    private static func test(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?,
        _ body: (String, String) -> Bool
    ) {
        guard let whole = text(values, 0), let part = text(values, 1) else { return sqlite3_result_null(context) }
        sqlite3_result_int(context, body(whole, part) ? 1 : 0)
    }
}

extension ComparisonValue {
    /// An argument of a function.
    fileprivate init(_ value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            let bytes = UnsafeBufferPointer(
                start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
            self = .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(value)
            self = .data(start.map { Data(bytes: $0, count: Int(sqlite3_value_bytes(value))) } ?? Data())
        default: self = .null
        }
    }
}
