import CSQLite
import Foundation

/// SQL functions for what SQLite cannot do by itself: text compared as Unicode has it.
///
/// They are used in queries only, never in indexes or triggers, so that other programs can write the file.
enum SQLFunctions {
    static let fold = "PERENNIAL_FOLD"
    static let hasPrefix = "PERENNIAL_PREFIX"
    static let hasSuffix = "PERENNIAL_SUFFIX"
    static let contains = "PERENNIAL_CONTAINS"
    static let like = "PERENNIAL_LIKE"
    static let matches = "PERENNIAL_MATCHES"
    static let collation = "PERENNIAL_LOCALIZED"

    static func register(on connection: OpaquePointer) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        func add(_ name: String, _ count: Int32, _ body: @escaping Function) {
            sqlite3_create_function_v2(connection, name, count, flags, nil, body, nil, nil, nil)
        }
        add(fold, 2) { context, _, values in
            guard let text = SQLFunctions.text(values, 0) else { return sqlite3_result_null(context) }
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
            SQLFunctions.test(context, values) { !$1.isEmpty && $0.containsBytes($1) }
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
        sqlite3_create_collation_v2(
            connection, collation, SQLITE_UTF8, nil,
            { _, aCount, a, bCount, b in
                func text(_ start: UnsafeRawPointer?, _ count: Int32) -> String {
                    String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
                }
                return Int32(SQLFunctions.localizedStandardOrder(text(a, aCount), text(b, bCount)).rawValue)
            }, nil)
    }

    /// The order in which people expect two texts in a list; different texts are never equal.
    static func localizedStandardOrder(_ a: String, _ b: String) -> ComparisonResult {
        let result = a.compare(
            b, options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering], range: nil,
            locale: Locale.current)
        if result != .orderedSame { return result }
        return a == b ? .orderedSame : ComparisonValue.order(a, b) < 0 ? .orderedAscending : .orderedDescending
    }

    private typealias Function =
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void

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
            bytes.withMemoryRebound(to: CChar.self) {
                // SQLITE_TRANSIENT, which C defines as a cast that Swift does not import: SQLite copies the text.
                sqlite3_result_text(
                    context, $0.baseAddress, Int32($0.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            }
        }
        if text.isEmpty { sqlite3_result_text(context, "", 0, unsafeBitCast(-1, to: sqlite3_destructor_type.self)) }
    }

    private static func test(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?,
        _ body: (String, String) -> Bool
    ) {
        guard let whole = text(values, 0), let part = text(values, 1) else { return sqlite3_result_null(context) }
        sqlite3_result_int(context, body(whole, part) ? 1 : 0)
    }
}
