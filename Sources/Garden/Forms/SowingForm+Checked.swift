import Foundation

extension SowingForm {
    /// What a form says once it was read.
    struct Values {
        var name: PlantForm
        var day: CalendarDay
        var seeds: Int
        var note: String
    }

    /// The form read and checked.
    ///
    /// - Throws: `GardenError.invalid` with all that is wrong.
    func checked() throws -> Values {
        var errors: [FieldError] = []
        var values = Values(name: PlantForm(genus: genus, species: species), day: .epoch, seeds: 0, note: "")
        do { values.name.genus = try NameText.checked(genus, field: .genus) } catch { errors.append(error) }
        do {
            values.name.species = try NameText.checked(species, field: .species, mayBeEmpty: true)
        } catch { errors.append(error) }
        if let day = CalendarDay(dateSown) {
            values.day = day
        } else {
            errors.append(FieldError(field: .dateSown, message: "A day such as 2026-03-01."))
        }
        do { values.seeds = try SeedCount.parsed(numberOfSeeds) } catch { errors.append(error) }
        do { values.note = try NoteText.checked(note) } catch { errors.append(error) }
        guard errors.isEmpty else { throw GardenError.invalid(errors) }
        return values
    }

    /// The form with every field in the shape it is stored in, so that two of them can be compared. What
    /// cannot be read stays as it is.
    var tidied: SowingForm {
        SowingForm(
            plantID: plantID, genus: NameText.tidied(genus), species: NameText.tidied(species),
            dateSown: CalendarDay(dateSown)?.iso ?? dateSown,
            numberOfSeeds: (try? SeedCount.parsed(numberOfSeeds)).map(String.init) ?? numberOfSeeds,
            note: (try? NoteText.checked(note)) ?? note)
    }
}

extension CalendarDay {
    /// January 1, 1970.
    static let epoch = CalendarDay(stored: Date(timeIntervalSince1970: 0))
}
