import CoreData
import Foundation

/// Compares a file with the garden: what is new, what is there already, what is in conflict, and so what has to be done.
///
/// Whatever is asked of the store is asked for many things at once.
struct ImportPlanner {
    let file: GardenContents
    /// The conflicts in which the file's values are to take the place of the garden's.
    let taking: Set<ImportConflict.ID>
    let context: NSManagedObjectContext
    /// The file's pictures as they would be kept.
    let pictures: (FilePlace) throws -> Data?
    var progress: StepProgress

    var plan = ImportPlan()
    var steps = ImportSteps()
    var taken = 0
    private var done = 0

    init(
        _ file: GardenContents, taking: Set<ImportConflict.ID>, in context: NSManagedObjectContext,
        pictures: @escaping (FilePlace) throws -> Data?, progress: StepProgress
    ) {
        self.file = file
        self.taking = taking
        self.context = context
        self.pictures = pictures
        self.progress = progress
    }

    /// Does it.
    mutating func run() throws {
        let plants = try matchPlants()
        try matchSowings(plants)
        let lists = try matchLists()
        try matchItems(lists)
    }

    /// Keeps a conflict; one without a difference is what the file has twice, once as the garden has it.
    mutating func keep(_ conflict: ImportConflict) {
        if conflict.differences.isEmpty { plan[conflict.kind].repeated += 1 } else { plan.add(conflict) }
    }

    mutating func count() {
        done += 1
        progress.done(done)
    }
}

extension ImportPlanner {
    /// The plants or lists of the file, and what of the garden each is.
    struct Parents {
        /// The id of each in the garden.
        var ids: [UUID] = []
        /// Those that are to be made.
        var new: Set<UUID> = []
        /// What each is called, by id; what is there, as it is called in the garden, also when it gets another name:
        /// so a conflict is told in the same words before and after.
        var names: [UUID: String] = [:]
    }

    private mutating func matchPlants() throws -> Parents {
        let named = file.plants.map { plant in
            NamedThing(
                id: plant.id,
                key: .init(name: NameKey.plant(genus: plant.name.genus, species: plant.name.species)),
                names: [plant.name.genus, plant.name.species])
        }
        let garden = try gardenPlants(named)
        let places = file.plants.enumerated().compactMap { place, plant in
            plant.picture == nil ? nil : plant.id.map { (place, $0, FilePlace(parent: place, child: nil)) }
        }
        let known = Set(garden.compactMap(\.id))
        let otherPictures = try differingPictures(of: Plant.self, places.filter { known.contains($0.1) })
        return try matchParents(named, in: garden, .plant, otherPictures) {
            PlantForm(genus: $0[0], species: $0[1]).name
        }
    }

    private mutating func matchLists() throws -> Parents {
        let named = file.lists.map { NamedThing(id: $0.id, key: .init(name: NameKey.plain($0.name)), names: [$0.name]) }
        return try matchParents(named, in: try gardenLists(named), .list) { $0[0] }
    }

    private mutating func matchParents(
        _ named: [NamedThing], in garden: [NamedThing], _ kind: GardenKind,
        _ otherPictures: [Int: PictureDifference] = [:], name: @escaping ([String]) -> String
    ) throws -> Parents {
        var matching = NameMatching(named, in: garden)
        let originals = Dictionary(garden.map { ($0.id ?? .missing, $0) }, uniquingKeysWith: { first, _ in first })
        let fields: [GardenField] = kind == .plant ? [.genus, .species] : [.name]
        func differences(_ place: Int, _ thing: NamedThing) -> [ImportConflict.Difference] {
            zip(fields, zip(thing.names, named[place].names)).compactMap { field, names in
                names.0 == names.1 ? nil : .init(field, garden: names.0, file: names.1)
            } + [otherPictures[place]?.difference].compactMap(\.self)
        }
        func conflict(
            _ place: Int, _ thing: NamedThing, _ reason: ImportConflict.Reason
        ) -> ImportConflict {
            ImportConflict(
                kind: kind, thing: thing.id ?? .missing, name: name(thing.names), list: nil, sowing: nil,
                differences: differences(place, thing), reason: reason, version: thing.version)
        }
        matching.match { place, thing in
            named[place].names != thing.names || otherPictures[place] != nil
        } takes: { [taking] place, thing in
            !taking.isEmpty && taking.contains(conflict(place, thing, .differs).id)
        }
        var parents = Parents()
        for thing in garden {
            parents.names[thing.id ?? .missing] = name(thing.names)
            steps.versions[thing.id ?? .missing] = thing.version
        }
        for (place, outcome) in matching.outcomes.enumerated() {
            guard let outcome else { continue }
            let id = outcome.id
            parents.ids.append(id)
            let row = { ImportPlan.Row(kind: kind, name: name(named[place].names), list: nil, sowing: nil) }
            switch outcome {
            case .new:
                parents.new.insert(id)
                parents.names[id] = name(named[place].names)
                plan.addNew(row(), kind)
                add(.init(id: id, place: place), kind, isNew: true)
            case .present: plan.addPresent(row(), kind)
            case .repeated: plan[kind].repeated += 1
            case .conflict(_, let reason):
                guard let thing = originals[id] ?? matching.thing(id) else { continue }
                keep(conflict(place, thing, reason))
            case .taken:
                taken += 1
                add(.init(id: id, place: place), kind, isNew: false)
            }
            count()
        }
        return parents
    }

    private mutating func add(_ thing: ImportSteps.NewThing, _ kind: GardenKind, isNew: Bool) {
        switch (kind, isNew) {
        case (.plant, true): steps.newPlants.append(thing)
        case (.plant, false): steps.changedPlants.append(thing)
        case (_, true): steps.newLists.append(thing)
        case (_, false): steps.changedLists.append(thing)
        }
    }
}
