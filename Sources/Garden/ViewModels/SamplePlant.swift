import Foundation

/// The plants an empty garden offers to look around with: cacti and succulents that are grown from seed.
struct SamplePlant {
    /// One of its sowings.
    struct Sowing {
        var daysAgo: Int
        var seeds: Int
        var note: String
    }

    var name: PlantForm
    var sowings: [Sowing]

    private init(_ genus: String, _ species: String, _ sowings: (Int, Int, String)...) {
        name = PlantForm(genus: genus, species: species)
        self.sowings = sowings.map { Sowing(daysAgo: $0.0, seeds: $0.1, note: $0.2) }
    }

    /// All ten.
    static let all = [
        SamplePlant(
            "Astrophytum", "asterias", (21, 30, "Fresh seed, no soaking"), (402, 20, "Half of it damped off"),
            (760, 10, "")),
        SamplePlant("Astrophytum", "ornatum", (35, 25, "Bottom heat, 25 °C"), (390, 40, "")),
        SamplePlant(
            "Conophytum", "bilobum", (12, 50, "Sown on the surface, fine grit over it"), (180, 40, ""),
            (545, 24, "From own plants")),
        SamplePlant("Conophytum", "pellucidum", (180, 60, "Cool nights from the second week"), (181, 15, "")),
        SamplePlant("Echinopsis", "chamaecereus × silvestrii", (60, 12, "A cross of last summer")),
        SamplePlant(
            "Gymnocalycium", "mihanovichii", (48, 20, "Soaked for 24 h"), (49, 20, "Not soaked"),
            (410, 35, "")),
        SamplePlant("Haworthia", "truncata", (95, 16, "Bag method"), (470, 8, "Seed three years old")),
        SamplePlant("Lithops", "lesliei 'Albinica'", (30, 100, "From the seed exchange"), (395, 80, "")),
        SamplePlant("Mammillaria", "plumosa", (75, 30, ""), (440, 30, "Slow: wait six weeks")),
        SamplePlant("Rebutia", "minuscula", (15, 45, "Own seed, one pod"), (380, 1, "The last one")),
    ]
}

extension CalendarDay {
    /// The day `days` before this one.
    func daysBefore(_ days: Int) -> CalendarDay {
        CalendarDay(stored: storedDate.addingTimeInterval(-86400 * Double(days)))
    }
}
