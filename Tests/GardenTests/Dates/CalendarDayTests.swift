import Foundation
import Testing

@testable import Garden

@Suite("Calendar days")
struct CalendarDayTests {
    @Test(
        "ISO in, ISO out",
        arguments: ["2026-03-01", "2024-02-29", "0001-01-01", "9999-12-31", "2000-02-29", "1969-12-31"])
    func iso(_ text: String) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.iso == text)
        #expect(CalendarDay(stored: day.storedDate) == day)
    }

    @Test(
        "Not a day",
        arguments: [
            "", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-1", "26-01-01",
            "2026/01/01",
            "2026-01-01T00:00", "0000-01-01", "-001-01-01", "２０２６-01-01", "2026-+1-01", "tomorrow",
        ])
    func invalid(_ text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test("A day is stored at 12:00 UTC")
    func stored() throws {
        let day = try #require(CalendarDay("2026-03-01"))
        #expect(day.storedDate == ISO8601DateFormatter().date(from: "2026-03-01T12:00:00Z"))
    }

    @Test("A stored day is the same day in every time zone")
    func everyDay() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var date = Date(timeIntervalSince1970: -86400 * 365 * 80 + 43200)
        for _ in 0..<4000 {
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let day = CalendarDay(stored: date)
            #expect([day.year, day.month, day.day] == [parts.year, parts.month, parts.day])
            #expect(day.storedDate == date)
            date.addTimeInterval(86400 * 17)
        }
    }

    @Test("Dates no calendar has give the nearest day there is")
    func extremes() {
        #expect(CalendarDay(stored: .distantFuture.addingTimeInterval(1e13)).iso == "9999-12-31")
        #expect(CalendarDay(stored: Date(timeIntervalSince1970: -1e13)).iso == "0001-01-01")
        #expect(CalendarDay(stored: Date(timeIntervalSince1970: .infinity)).iso == "9999-12-31")
        #expect(CalendarDay(stored: Date(timeIntervalSince1970: .nan)).iso == "0001-01-01")
    }

    @Test(
        "Today is where the person is",
        arguments: [("Pacific/Honolulu", "2026-02-28"), ("Pacific/Auckland", "2026-03-01")])
    func today(_ zone: String, _ iso: String) throws {
        let moment = try #require(ISO8601DateFormatter().date(from: "2026-03-01T08:30:00Z"))
        let timeZone = try #require(TimeZone(identifier: zone))
        #expect(CalendarDay.today(in: timeZone, at: moment).iso == iso)
    }

    @Test(
        "The reader's languages decide the order",
        arguments: [
            (nil, "Mar 1, 2026"), ("", "Mar 1, 2026"), ("en-US,en;q=0.9", "Mar 1, 2026"),
            ("en", "Mar 1, 2026"),
            ("en-GB,en;q=0.8", "1 Mar 2026"), ("de-DE,de;q=0.9,en;q=0.5", "1 Mar 2026"),
            ("en-NZ", "1 Mar 2026"),
            ("ja", "2026 Mar 1"), ("hu-HU", "2026 Mar 1"), ("en-US;q=0.3, fr;q=0.7", "1 Mar 2026"),
            ("*", "Mar 1, 2026"), ("../../etc", "Mar 1, 2026"), (";;;q=,", "Mar 1, 2026"),
            ("de;q=0", "Mar 1, 2026"),
        ] as [(String?, String)])
    func order(_ header: String?, _ text: String) throws {
        let day = try #require(CalendarDay("2026-03-01"))
        #expect(day.formatted(DateOrder(acceptLanguage: header)) == text)
    }

    @Test("Days in order")
    func compared() throws {
        let days = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01"].compactMap { CalendarDay($0) }
        #expect(days == days.sorted() && days.count == 4)
    }
}
