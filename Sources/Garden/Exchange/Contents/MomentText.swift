import Foundation

/// Moments as files have them: `2026-03-01T10:11:12.345Z`, in UTC and to the millisecond.
enum MomentText {
    /// The text of a moment. What is finer than a millisecond is cut off, as in the order of sowings.
    static func of(_ date: Date) -> String {
        let seconds = min(max(date.timeIntervalSince1970, earliest), latest)
        let milliseconds = Int((seconds * 1000).rounded(.down))
        let time = (milliseconds % millisecondsOfDay + millisecondsOfDay) % millisecondsOfDay
        let minutes = time / 60_000
        return "\(CalendarDay(stored: Date(timeIntervalSince1970: seconds)).iso)T\(padded(minutes / 60, 2))"
            + ":\(padded(minutes % 60, 2)):\(padded(time / 1000 % 60, 2)).\(padded(time % 1000, 3))Z"
    }

    /// The moment a text says, with `Z` or a time zone such as `+02:00`; nil for anything else.
    static func moment(_ text: String) -> Date? {
        var rest = text.utf8[...]
        guard let day = CalendarDay(String(text.prefix(10))) else { return nil }
        rest = rest.dropFirst(10)
        guard take("T", &rest), let hour = number(&rest, below: 24), take(":", &rest),
            let minute = number(&rest, below: 60), take(":", &rest), let second = number(&rest, below: 60)
        else { return nil }
        var milliseconds = 0
        if take(".", &rest) {
            let digits = rest.prefix { isDigit($0) }
            guard (1...9).contains(digits.count) else { return nil }
            for place in 0..<3 {
                milliseconds = milliseconds * 10 + (digits.dropFirst(place).first.map { Int($0) - 48 } ?? 0)
            }
            rest = rest.dropFirst(digits.count)
        }
        var zone = 0
        if !take("Z", &rest) {
            let isWest = take("-", &rest)
            guard isWest || take("+", &rest), let hours = number(&rest, below: 24), take(":", &rest),
                let minutes = number(&rest, below: 60)
            else { return nil }
            zone = (hours * 60 + minutes) * (isWest ? -1 : 1)
        }
        guard rest.isEmpty else { return nil }
        let minutes = day.daysSince1970 * 1440 + hour * 60 + minute - zone
        return moment(milliseconds: minutes * 60_000 + second * 1000 + milliseconds)
    }

    /// The moment in the middle of a millisecond since 1970, so that no rounding leads to another one.
    static func moment(milliseconds: Int) -> Date {
        Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1000)
    }

    private static let millisecondsOfDay = 86_400_000
    /// The first second of the year 1 and the last one of 9999.
    private static let earliest = -62_135_596_800.0
    private static let latest = 253_402_300_799.0

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func take(_ sign: Character, _ rest: inout Substring.UTF8View) -> Bool {
        guard rest.first == sign.asciiValue else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// A number of two digits.
    private static func number(_ rest: inout Substring.UTF8View, below limit: Int) -> Int? {
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(2)
        let number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        return number < limit ? number : nil
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
