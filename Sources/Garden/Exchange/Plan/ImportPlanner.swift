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
    var progress: StepProgress

    private(set) var plan = ImportPlan()
    private(set) var steps = ImportSteps()
    private(set) var taken = 0
    private var done = 0

    init(
        _ file: GardenContents, taking: Set<ImportConflict.ID>, in context: NSManagedObjectContext,
        progress: StepProgress
    ) {
        self.file = file
        self.taking = taking
        self.context = context
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
    private mutating func keep(_ conflict: ImportConflict) {
        if conflict.differences.isEmpty { plan[conflict.kind].repeated += 1 } else { plan.add(conflict) }
    }

    private mutating func count() {
        done += 1
        progress.done(done)
    }
}

// MARK: Plants and lists

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
        return try matchParents(named, in: try gardenPlants(named), .plant) {
            PlantForm(genus: $0[0], species: $0[1]).name
        }
    }

    private mutating func matchLists() throws -> Parents {
        let named = file.lists.map { NamedThing(id: $0.id, key: .init(name: NameKey.plain($0.name)), names: [$0.name]) }
        return try matchParents(named, in: try gardenLists(named), .list) { $0[0] }
    }

    private mutating func matchParents(
        _ named: [NamedThing], in garden: [NamedThing], _ kind: GardenKind,
        name: @escaping ([String]) -> String
    ) throws -> Parents {
        var matching = NameMatching(named, in: garden)
        let originals = Dictionary(garden.map { ($0.id ?? .missing, $0) }, uniquingKeysWith: { first, _ in first })
        let fields: [GardenField] = kind == .plant ? [.genus, .species] : [.name]
        func differences(_ place: Int, _ thing: NamedThing) -> [ImportConflict.Difference] {
            zip(fields, zip(thing.names, named[place].names)).compactMap { field, names in
                names.0 == names.1 ? nil : .init(field, garden: names.0, file: names.1)
            }
        }
        func conflict(
            _ place: Int, _ thing: NamedThing, _ reason: ImportConflict.Reason
        ) -> ImportConflict {
            ImportConflict(
                kind: kind, thing: thing.id ?? .missing, name: name(thing.names), list: nil, sowing: nil,
                differences: differences(place, thing), reason: reason, version: thing.version)
        }
        matching.match { place, thing in
            named[place].names != thing.names
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

// MARK: Sowings

extension ImportPlanner {
    private mutating func matchSowings(_ plants: Parents) throws {
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

// MARK: Items

extension ImportPlanner {
    private mutating func matchItems(_ lists: Parents) throws {
        var named: [NamedThing] = []
        var places: [ImportSteps.Place] = []
        for (parent, list) in file.lists.enumerated() {
            for (child, item) in list.items.enumerated() {
                places.append(.init(parent: parent, child: child))
                named.append(
                    NamedThing(
                        id: item.id, key: .init(list: lists.ids[parent], name: NameKey.plain(item.name)),
                        names: [item.name], isDone: item.isDone))
            }
        }
        guard !named.isEmpty else { return }
        let garden = try gardenItems(named, lists: Set(lists.ids).subtracting(lists.new))
        var names = lists.names
        try addNames(of: Set(garden.compactMap(\.key.list)), to: &names)
        let originals = Dictionary(garden.map { ($0.id ?? .missing, $0) }, uniquingKeysWith: { first, _ in first })
        let otherPictures = try differingPictures(places, known: originals)
        func conflict(
            _ place: Int, _ thing: NamedThing, _ reason: ImportConflict.Reason
        ) -> ImportConflict {
            conflictOfItem(named[place], thing, reason, names, picture: otherPictures[place])
        }
        var matching = NameMatching(named, in: garden)
        matching.match { place, thing in
            let item = named[place]
            return item.names != thing.names || item.key.list != thing.key.list || otherPictures[place] != nil
                || item.isDone.map { $0 != thing.isDone } ?? false
        } takes: { [taking] place, thing in
            !taking.isEmpty && taking.contains(conflict(place, thing, .differs).id)
        }
        for (index, outcome) in matching.outcomes.enumerated() {
            guard let outcome, let list = named[index].key.list else { continue }
            let row = {
                ImportPlan.Row(kind: .item, name: named[index].names[0], list: names[list] ?? "", sowing: nil)
            }
            let child = ImportSteps.Child(id: outcome.id, parentID: list, place: places[index])
            switch outcome {
            case .new:
                plan.addNew(row(), .item)
                steps.newItems.append(child)
            case .present: plan.addPresent(row(), .item)
            case .repeated: plan[.item].repeated += 1
            case .conflict(let id, let reason):
                guard let thing = originals[id] ?? matching.thing(id) else { continue }
                keep(conflict(index, thing, reason))
            case .taken(let id):
                taken += 1
                steps.versions[id] = originals[id]?.version
                steps.changedItems.append(child)
            }
            count()
        }
    }

    private func conflictOfItem(
        _ file: NamedThing, _ garden: NamedThing, _ reason: ImportConflict.Reason, _ names: [UUID: String],
        picture: PictureDifference?
    ) -> ImportConflict {
        var differences: [ImportConflict.Difference] = []
        let lists = (garden.key.list.flatMap { names[$0] } ?? "", file.key.list.flatMap { names[$0] } ?? "")
        if garden.key.list != file.key.list { differences.append(.init(.list, garden: lists.0, file: lists.1)) }
        if garden.names != file.names {
            differences.append(.init(.name, garden: garden.names[0], file: file.names[0]))
        }
        if let isDone = file.isDone, isDone != garden.isDone {
            differences.append(
                .init(.done, garden: DoneText.of(garden.isDone ?? false), file: DoneText.of(isDone)))
        }
        if let picture { differences.append(.init(.picture, garden: picture.garden, file: picture.file)) }
        return ImportConflict(
            kind: .item, thing: garden.id ?? .missing, name: garden.names[0], list: lists.0, sowing: nil,
            differences: differences, reason: reason, version: garden.version)
    }

    /// Sizes of two pictures that differ, in words.
    private struct PictureDifference {
        let garden: String
        let file: String

        init(garden: Data?, file: Data) {
            self.garden = garden.map(Self.size) ?? ""
            self.file = Self.size(file)
        }

        private static func size(_ picture: Data) -> String { "\((picture.count + 1023) / 1024) KiB" }
    }

    /// The file's items whose pictures are not the garden's, by place. An item without a picture in the file says
    /// nothing of one.
    private mutating func differingPictures(
        _ places: [ImportSteps.Place], known: [UUID: NamedThing]
    ) throws -> [Int: PictureDifference] {
        var differing: [Int: PictureDifference] = [:]
        let pictured = places.enumerated().compactMap { index, place in
            let item = file.lists[place.parent].items[place.child]
            return item.picture == nil ? nil : item.id.flatMap { known[$0] == nil ? nil : (index, $0, item) }
        }
        // A few at a time: each may be large.
        for start in stride(from: 0, to: pictured.count, by: 16) {
            let portion = pictured[start..<min(start + 16, pictured.count)]
            let pictures = try context.pictures(ofItems: portion.map(\.1))
            for (index, id, item) in portion {
                guard let picture = item.picture?.data, picture != pictures[id] else { continue }
                differing[index] = PictureDifference(garden: pictures[id], file: picture)
            }
        }
        return differing
    }
}
