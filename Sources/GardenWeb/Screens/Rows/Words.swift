import Garden

/// Numbers with the words for what they count, where `Counted` has none.
enum Words {
    /// "1 plant", "10,000 plants".
    static func plants(_ number: Int) -> String { number == 1 ? "1 plant" : "\(grouped(number)) plants" }

    /// "12 sowings · 241 seeds".
    static func totals(_ plant: PlantRow) -> String {
        "\(Counted.sowings(plant.sowingCount)) · \(Counted.seeds(plant.seedTotal))"
    }

    /// "4 open of 11", "All done", "Nothing here yet".
    static func totals(_ list: ListRow) -> String {
        if list.itemCount == 0 { return "No items" }
        return list.openCount == 0 ? "All done" : "\(list.openCount) open of \(list.itemCount)"
    }

    /// Digits in threes: "10,000".
    static func grouped(_ number: Int) -> String {
        var digits = Array(String(number))
        var index = digits.count - 3
        while index > 0, digits[index - 1] != "-" {
            digits.insert(",", at: index)
            index -= 3
        }
        return String(digits)
    }
}
