import CoreData
import Foundation

extension SowingViewModel {
    /// Enters a new sowing.
    ///
    /// - Parameters:
    ///   - form: The fields as typed; `plantID` says the plant.
    ///   - base: The form as it was opened. With it, a changed name asks what it means; without it the
    ///     name fields are not looked at.
    ///   - nameChange: The answer to that question.
    ///   - id: The id of the new sowing. A form that is sent twice with one id enters one sowing;
    ///     sent again with other values, after going back, it enters that too.
    /// - Throws: `GardenError.invalid`, `.gone` (the plant), `.duplicate` (renaming to a name that is
    ///   taken), `.conflict` (both sides changed the name).
    public func add(
        _ form: SowingForm, base: SowingForm? = nil, nameChange: NameChange? = nil, id: UUID = UUID()
    ) throws -> SowingSaveResult {
        var readable = form
        if base == nil { (readable.genus, readable.species) = ("-", "") }
        let values = try readable.checked()
        return try container.write { context in
            let sent = try context.first(Seed.self, "id", is: id)
            if let sent, let plant = sent.plant, sent.day == values.day, Int(sent.numberOfSeeds) == values.seeds,
                (sent.note ?? "") == values.note, plant.id == form.plantID || base != nil
            {
                return .saved(SowingDetail(sowing: sent.row, plant: plant.row), merged: [])
            }
            var plant = try context.existingPlant(form.plantID)
            var merge = ThreeWayMerge()
            if let base {
                let current = PlantForm(plant.row)
                let name = merge.name(
                    base: PlantForm(genus: base.genus, species: base.species).tidied, theirs: current,
                    yours: values.name)
                var currentForm = base.tidied
                (currentForm.genus, currentForm.species) = (current.genus, current.species)
                try merge.requireNoClash(.sowing, id, current: .sowing(currentForm))
                switch try context.answer(nameChange, to: name, of: plant) {
                case .question(let question): return .nameQuestion(question)
                case .plant(let answer): plant = answer
                }
            }
            let seed = Seed(
                in: context, id: sent == nil ? id : UUID(), of: plant, on: values.day, seeds: values.seeds,
                note: values.note)
            return .saved(SowingDetail(sowing: seed.row, plant: plant.row), merged: merge.merged)
        }
    }

    /// Saves the changed form of a sowing.
    ///
    /// Fields that only somebody else changed keep the other's values; the result names them.
    ///
    /// - Parameters:
    ///   - id: The sowing.
    ///   - base: The form as it was opened, `SowingDetail.form`.
    ///   - new: The form as typed. With another `plantID` than the base the sowing moves to that plant,
    ///     and the name fields are not looked at.
    ///   - nameChange: What a changed name means, once that was asked.
    /// - Throws: `GardenError.invalid`, `.gone` (the sowing, or the plant to move to), `.duplicate`
    ///   (renaming to a name that is taken), `.conflict`.
    public func save(
        _ id: UUID, base: SowingForm, new: SowingForm, nameChange: NameChange? = nil
    ) throws -> SowingSaveResult {
        let movesToChosenPlant = new.plantID != base.plantID
        var readable = new
        if movesToChosenPlant { (readable.genus, readable.species) = ("-", "") }
        let values = try readable.checked()
        let base = base.tidied
        return try container.write { context in
            let (seed, oldPlant) = try context.existingSowing(id)
            let current = SowingDetail(sowing: seed.row, plant: oldPlant.row).form
            var merge = ThreeWayMerge()
            var name = PlantForm(oldPlant.row)
            if !movesToChosenPlant {
                let old = PlantForm(genus: base.genus, species: base.species)
                name =
                    base.plantID == current.plantID
                    ? merge.name(base: old, theirs: name, yours: values.name)
                    : merge.nameAfterMove(base: old, theirs: name, yours: values.name)
            }
            let day = merge.value(
                .dateSown, base: base.dateSown, theirs: current.dateSown, yours: values.day.iso)
            let seeds = merge.value(
                .numberOfSeeds, base: base.numberOfSeeds, theirs: current.numberOfSeeds,
                yours: String(values.seeds))
            let note = merge.value(.note, base: base.note, theirs: current.note, yours: values.note)
            try merge.requireNoClash(.sowing, id, current: .sowing(current))

            var plant = oldPlant
            if movesToChosenPlant {
                plant = try context.existingPlant(new.plantID)
            } else {
                switch try context.answer(nameChange, to: name, of: oldPlant) {
                case .question(let question): return .nameQuestion(question)
                case .plant(let answer): plant = answer
                }
            }
            if plant != oldPlant { seed.move(to: plant) }
            if day != current.dateSown { seed.setDay(CalendarDay(day) ?? values.day) }
            if seeds != current.numberOfSeeds { seed.setNumber(Int(seeds) ?? values.seeds) }
            if note != current.note { seed.setNote(note) }
            return .saved(SowingDetail(sowing: seed.row, plant: plant.row), merged: merge.merged)
        }
    }
}

/// What a name on a sowing's form comes to.
private enum NameAnswer {
    /// It is not clear yet: people have to be asked.
    case question(NameQuestion)
    /// The plant the sowing belongs to.
    case plant(Plant)
}

extension NSManagedObjectContext {
    /// Does what a changed name on a sowing's form means.
    ///
    /// A name that is the same name in another spelling can only mean to spell the plant that way.
    fileprivate func answer(
        _ change: NameChange?, to name: PlantForm, of plant: Plant
    ) throws -> NameAnswer {
        let current = PlantForm(plant.row)
        if name == current { return .plant(plant) }
        let existing = try self.plant(named: name)
        let isSameName = existing == plant
        switch isSameName ? .renamePlant : change {
        case nil:
            return .question(NameQuestion(plant: plant.row, newName: name, existing: existing?.row))
        case .renamePlant:
            if let existing, !isSameName { throw GardenError.duplicate(existing.duplicate(refusing: name)) }
            plant.setName(genus: name.genus, species: name.species)
            return .plant(plant)
        case .moveSowing:
            return .plant(existing ?? Plant(in: self, id: UUID(), genus: name.genus, species: name.species))
        }
    }
}
