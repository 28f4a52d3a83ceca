extension CalendarDay {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The day for a reader: "Mar 1, 2026", "1 Mar 2026" or "2026 Mar 1". The month is a word, so that
    /// nobody takes it for the day.
    ///
    /// - Parameter order: The order the reader is used to.
    public func formatted(_ order: DateOrder = .monthDayYear) -> String {
        let name = Self.months[month - 1]
        return switch order {
        case .monthDayYear: "\(name) \(day), \(year)"
        case .dayMonthYear: "\(day) \(name) \(year)"
        case .yearMonthDay: "\(year) \(name) \(day)"
        }
    }
}
