extension PlantForm {
    /// The form with both names tidied and checked.
    ///
    /// - Throws: `GardenError.invalid` with all that is wrong.
    public func checked() throws -> PlantForm {
        var errors: [FieldError] = []
        var result = self
        do { result.genus = try NameText.checked(genus, field: .genus) } catch { errors.append(error) }
        do {
            result.species = try NameText.checked(species, field: .species, mayBeEmpty: true)
        } catch { errors.append(error) }
        guard errors.isEmpty else { throw GardenError.invalid(errors) }
        return result
    }

    /// The form tidied only, as the base of a comparison.
    var tidied: PlantForm {
        PlantForm(genus: NameText.tidied(genus), species: NameText.tidied(species))
    }
}
