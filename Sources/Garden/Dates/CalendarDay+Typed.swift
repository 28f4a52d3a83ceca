import Foundation

extension CalendarDay {
    /// Reads a day as people and spreadsheets write it, where it can only be one: `2026-03-01`, `2026/3/1`, `1.3.2026`,
    /// `3/14/2026`, `1 Mar 2026`, `March 1, 2026`.
    ///
    /// - Throws: A `FieldError` for what is no day, and for what could be two, such as `1/3/2026`.
    init(typed text: String) throws(FieldError) {
        if let day = CalendarDay(text) {
            self = day
            return
        }
        let days = Self.meanings(of: text)
        guard let first = days.first else {
            throw FieldError(field: .dateSown, message: "A day such as 2026-03-01.")
        }
        if let second = days.dropFirst().first {
            throw FieldError(
                field: .dateSown,
                message: "“\(NameText.tidied(text))” may be \(first) or \(second): write it like that.")
        }
        self = first
    }

    /// The days a text can mean, earliest first: none, one or two.
    private static func meanings(of text: String) -> [CalendarDay] {
        let signs: [Character] = ["/", ".", "-", ",", " "]
        let parts = NameText.tidied(text).prefix(40).split(whereSeparator: signs.contains)
        let between = NameText.tidied(text).prefix(40).filter { "/.-".contains($0) }
        guard parts.count == 3 else { return [] }
        if let place = parts.firstIndex(where: { month($0) != nil }), let month = month(parts[place]) {
            // Day and year, by their length, around or beside the month's name.
            let numbers = parts.enumerated().filter { $0.offset != place }.map(\.element)
            guard let year = numbers.first(where: { $0.utf8.count == 4 }).flatMap(number),
                let day = numbers.first(where: { $0.utf8.count <= 2 }).flatMap(number)
            else { return [] }
            return [CalendarDay(year: year, month: month, day: day)].compactMap(\.self)
        }
        let numbers = parts.compactMap(number)
        guard numbers.count == 3, between.count == 2, Set(between).count == 1 else { return [] }
        let lengths = parts.map(\.utf8.count)
        if lengths[0] == 4, lengths[1] <= 2, lengths[2] <= 2 {
            return [CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])].compactMap(\.self)
        }
        guard lengths[0] <= 2, lengths[1] <= 2, lengths[2] == 4 else { return [] }
        let dayFirst = CalendarDay(year: numbers[2], month: numbers[1], day: numbers[0])
        // With dots, the day comes first wherever they are used.
        let monthFirst = between.first == "." ? nil : CalendarDay(year: numbers[2], month: numbers[0], day: numbers[1])
        return Set([dayFirst, monthFirst].compactMap(\.self)).sorted()
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }

    /// The month of an English name, whole or of three letters.
    private static func month(_ text: Substring) -> Int? {
        let name = NameKey.plain(String(text))
        guard name.utf8.count >= 3 else { return nil }
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ]
        return names.firstIndex { $0 == name || $0.prefix(3) == name || name == "sept" && $0 == "september" }
            .map { $0 + 1 }
    }
}
