import Foundation

/// A day of the calendar, without a time and without a time zone: what somebody picks on one day is the
/// same day everywhere. Stored as a `Date` at 12:00 UTC of that day.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The year, 1 to 9999, Gregorian.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int

    /// Makes a day, or nil where the calendar has none such (February 30).
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.lastDay(ofMonth: month, year: year)).contains(day)
        else { return nil }
        self.init(valid: year, month, day)
    }

    /// Reads a day from its ISO form, `2026-03-01`, white space around it allowed; nil for anything else.
    public init?(_ iso: String) {
        let text = iso.trimmingCharacters(in: .whitespacesAndNewlines)
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day a stored date means: the day it is in UTC then. Dates outside the years 1 to 9999, which
    /// only a store made elsewhere can hold, give the first or last day of that range.
    public init(stored date: Date) {
        let seconds = date.timeIntervalSince1970
        let days =
            seconds.isFinite ? (seconds / 86400).rounded(.down) : (seconds > 0 ? .infinity : -.infinity)
        self.init(daysSince1970: Int(min(max(days, -719_162), 2_932_896)))
    }

    /// The day it is at `date` in `timeZone`.
    ///
    /// - Parameters:
    ///   - timeZone: Where the person is.
    ///   - date: The moment; now, if not given.
    public static func today(in timeZone: TimeZone, at date: Date = Date()) -> CalendarDay {
        CalendarDay(stored: date.addingTimeInterval(Double(timeZone.secondsFromGMT(for: date))))
    }

    /// The `Date` that is stored for this day: 12:00 UTC.
    public var storedDate: Date {
        Date(timeIntervalSince1970: Double(daysSince1970) * 86400 + 43200)
    }

    /// The day as `2026-03-01`.
    public var iso: String {
        Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
    }

    public var description: String { iso }

    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDay {
    private init(valid year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    static func lastDay(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since January 1, 1970, in the proleptic Gregorian calendar. The arithmetic (Howard Hinnant,
    /// "chrono-compatible low-level date algorithms") counts years from March, so that the leap day is
    /// the last of its year.
    var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The reverse of `daysSince1970`, for days in the years 1 to 9999.
    private init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        self.init(valid: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
