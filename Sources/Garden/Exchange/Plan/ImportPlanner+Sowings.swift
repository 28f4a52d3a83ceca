import Foundation

extension ImportPlanner {
    /// Compares the sowings.
    ///
    /// - Parameter plants: What the file's plants are.
    mutating func matchSowings(_ plants: Parents) throws {
        var candidates: [SowingMatching.Candidate] = []
        var places: [ImportSteps.Place] = []
        for (parent, plant) in file.plants.enumerated() {
            for (child, sowing) in plant.sowings.enumerated() {
                places.append(.init(parent: parent, child: child))
                candidates.append(
                    .init(
                        id: sowing.id,
                        content: SowingContent(
                            plantID: plants.ids[parent], day: sowing.day, seeds: sowing.seeds, note: sowing.note ?? ""),
                        hasNote: sowing.note != nil))
            }
        }
        guard !candidates.isEmpty else { return }
        var names = plants.names
        let known = try gardenSowings(withIDs: candidates.compactMap(\.id))
        try addNames(of: Set(known.map(\.content.plantID)), to: &names)
        var matching = SowingMatching()
        let outcomes = matching.matchIDs(candidates, in: known) { [taking] place, sowing in
            !taking.isEmpty && taking.contains(Self.conflict(candidates[place], sowing, .differs, names).id)
        }
        // Where only the plants that are there already can have a sowing like it.
        let unknown = Set(zip(outcomes, candidates).filter { $0.0 == nil }.map(\.1.content.plantID))
        try forEachSowing(of: Array(unknown.subtracting(plants.new))) { matching.offer($0) }
        for (index, candidate) in candidates.enumerated() {
            record(outcomes[index] ?? matching.match(candidate), candidate, places[index], names)
            count()
        }
    }

    private mutating func record(
        _ outcome: SowingMatching.Outcome, _ candidate: SowingMatching.Candidate, _ place: ImportSteps.Place,
        _ names: [UUID: String]
    ) {
        let content = candidate.content
        let row = {
            ImportPlan.Row(
                kind: .sowing, name: names[content.plantID] ?? "", list: nil,
                sowing: SowingSummary(date: content.day, numberOfSeeds: content.seeds))
        }
        switch outcome {
        case .new(let id):
            plan.addNew(row(), .sowing)
            steps.newSowings.append(.init(id: id, parentID: content.plantID, place: place))
        case .present: plan.addPresent(row(), .sowing)
        case .repeated: plan[.sowing].repeated += 1
        case .conflict(let sowing, let reason): keep(Self.conflict(candidate, sowing, reason, names))
        case .taken(let sowing):
            taken += 1
            steps.versions[sowing.id] = sowing.version
            steps.changedSowings.append(.init(id: sowing.id, parentID: content.plantID, place: place))
        }
    }

    private static func conflict(
        _ candidate: SowingMatching.Candidate, _ sowing: GardenSowing, _ reason: ImportConflict.Reason,
        _ names: [UUID: String]
    ) -> ImportConflict {
        let (garden, file) = (sowing.content, candidate.content)
        var differences: [ImportConflict.Difference] = []
        func compare(_ field: GardenField, _ garden: String, _ file: String, _ differ: Bool) {
            if differ { differences.append(.init(field, garden: garden, file: file)) }
        }
        compare(
            .plant, names[garden.plantID] ?? "", names[file.plantID] ?? "", garden.plantID != file.plantID)
        compare(.dateSown, garden.day.iso, file.day.iso, garden.day != file.day)
        compare(.numberOfSeeds, String(garden.seeds), String(file.seeds), garden.seeds != file.seeds)
        compare(.note, garden.note, file.note, candidate.hasNote && garden.note != file.note)
        return ImportConflict(
            kind: .sowing, thing: sowing.id, name: names[garden.plantID] ?? "", list: nil,
            sowing: SowingSummary(date: garden.day, numberOfSeeds: garden.seeds), differences: differences,
            reason: reason, version: sowing.version)
    }
}
