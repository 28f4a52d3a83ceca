/// Numbers with the word for what they count, in the singular where it is one.
public enum Counted {
    /// "1 seed", "20 seeds".
    public static func seeds(_ number: Int) -> String { number == 1 ? "1 seed" : "\(number) seeds" }

    /// "1 sowing", "12 sowings".
    public static func sowings(_ number: Int) -> String { number == 1 ? "1 sowing" : "\(number) sowings" }

    /// "1 item", "4 items".
    public static func items(_ number: Int) -> String { number == 1 ? "1 item" : "\(number) items" }

    /// "20 seeds on Mar 1, 2026", "1 seed on 1 Mar 2026".
    public static func seeds(_ number: Int, on date: CalendarDay, _ order: DateOrder) -> String {
        "\(seeds(number)) on \(date.formatted(order))"
    }

    /// "1 plant", "10 plants".
    public static func plants(_ number: Int) -> String { number == 1 ? "1 plant" : "\(number) plants" }

    /// "1 list", "3 lists".
    public static func lists(_ number: Int) -> String { number == 1 ? "1 list" : "\(number) lists" }

    /// "1 plant", "12 sowings": a number of things of a kind.
    public static func things(_ number: Int, _ kind: GardenKind) -> String {
        switch kind {
        case .plant: plants(number)
        case .sowing: sowings(number)
        case .list: lists(number)
        case .item: items(number)
        }
    }

    /// "12 plants, 30 sowings and 1 list"; "nothing" for none.
    ///
    /// - Parameter number: How many there are of a kind; kinds of which there are none are left out.
    public static func things(_ number: (GardenKind) -> Int) -> String {
        let parts = GardenKind.allCases.filter { number($0) > 0 }.map { things(number($0), $0) }
        guard let last = parts.last else { return "nothing" }
        return parts.count == 1 ? last : "\(parts.dropLast().joined(separator: ", ")) and \(last)"
    }
}
