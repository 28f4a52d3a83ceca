import Foundation
import Synchronization

/// The order in which a reader expects day, month and year.
public enum DateOrder: String, Sendable, Hashable, CaseIterable {
    /// Mar 1, 2026
    case monthDayYear
    /// 1 Mar 2026
    case dayMonthYear
    /// 2026 Mar 1
    case yearMonthDay

    /// The order that goes with a browser's languages.
    ///
    /// - Parameter acceptLanguage: The value of an `Accept-Language` header, such as `en-GB,en;q=0.9`;
    ///   nil, empty or unreadable means the American order.
    public init(acceptLanguage: String?) {
        guard let acceptLanguage, let tag = Self.preferredTag(acceptLanguage) else {
            self = .monthDayYear
            return
        }
        self = Self.cache.withLock { cache in
            if let known = cache[tag] { return known }
            // The header comes from outside: the cache must not grow with what is sent.
            if cache.count >= 256 { cache.removeAll() }
            let order = Self.order(ofLanguage: tag)
            cache[tag] = order
            return order
        }
    }

    /// Asking ICU for a pattern takes far longer than formatting a day.
    private static let cache = Mutex<[String: DateOrder]>([:])

    /// The first language with the greatest weight, or nil where there is none that can be read.
    static func preferredTag(_ header: String) -> String? {
        var best: (tag: String, weight: Double)?
        for part in header.prefix(1000).split(separator: ",").prefix(32) {
            let pieces = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let tag = pieces.first, (1...35).contains(tag.utf8.count),
                tag.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "-") })
            else { continue }
            var weight = 1.0
            for piece in pieces.dropFirst() where piece.hasPrefix("q=") {
                weight = Double(piece.dropFirst(2)) ?? 0
            }
            if weight > best?.weight ?? 0 { best = (tag, weight) }
        }
        return best?.tag
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func order(ofLanguage tag: String) -> DateOrder {
        let pattern = DateFormatter.dateFormat(
            fromTemplate: "yMMMd", options: 0, locale: Locale(identifier: tag))
        guard let pattern, let year = pattern.firstIndex(of: "y"), let day = pattern.firstIndex(of: "d"),
            let month = pattern.firstIndex(where: { $0 == "M" || $0 == "L" })
        else { return .monthDayYear }
        if year < month && year < day { return .yearMonthDay }
        return month < day ? .monthDayYear : .dayMonthYear
    }
}
