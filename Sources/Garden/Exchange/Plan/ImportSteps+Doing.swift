import CoreData
import Foundation
import Pictures

extension ImportSteps {
    /// Does what is to be done, in `context`, without saving it.
    ///
    /// - Parameters:
    ///   - file: What the places mean.
    ///   - pictures: The pictures to keep.
    ///   - date: Now. Sowings that do not say when they were entered were entered now, the first of the file last, as
    ///     the newest stand first.
    /// - Throws: `SaveConflict.lost` when something was changed since it was compared.
    func perform(
        _ file: GardenContents, in context: NSManagedObjectContext, at date: Date,
        pictures: @escaping (FilePlace) throws -> Picture?, progress: StepProgress
    ) throws {
        var work = ImportWork(file, context, date, pictures, progress)
        work.versions = try context.versionsOfDeleted(
            Set(newPlants.map(\.id) + newLists.map(\.id) + newSowings.map(\.id) + newItems.map(\.id)))
        try work.load(self)
        // First all that is there moves out of the way.
        for thing in changedPlants { try work.change(plant: thing) }
        for thing in changedLists { work.change(list: thing) }
        for thing in newPlants { try work.make(plant: thing) }
        for thing in newLists { work.make(list: thing) }
        for child in changedSowings { work.change(sowing: child) }
        for child in changedItems { try work.change(item: child) }
        for (index, child) in newSowings.enumerated() { work.make(sowing: child, index: index) }
        for child in newItems { try work.make(item: child) }
    }
}

/// Making and changing what a file brings in.
private struct ImportWork {
    private let file: GardenContents
    private let context: NSManagedObjectContext
    private let milliseconds: Int
    private let pictures: (FilePlace) throws -> Picture?
    private var progress: StepProgress
    private var done = 0
    /// The greatest versions that deleted things had, by id.
    var versions: [UUID: Int64] = [:]
    private var plants: [UUID: Plant] = [:]
    private var lists: [UUID: Lists] = [:]
    private var seeds: [UUID: Seed] = [:]
    private var items: [UUID: Item] = [:]

    init(
        _ file: GardenContents, _ context: NSManagedObjectContext, _ date: Date,
        _ pictures: @escaping (FilePlace) throws -> Picture?, _ progress: StepProgress
    ) {
        self.file = file
        self.pictures = pictures
        self.context = context
        self.progress = progress
        milliseconds = Int((min(max(date.timeIntervalSince1970, 0), 1e11) * 1000).rounded(.down))
    }

    /// Takes up what is there and will be changed or added to. What others change from now on, the save notices.
    ///
    /// - Throws: `SaveConflict.lost` when something was changed since it was compared.
    mutating func load(_ steps: ImportSteps) throws {
        let plantIDs = steps.changedPlants.map(\.id) + (steps.newSowings + steps.changedSowings).map(\.parentID)
        plants = try context.byID(Plant.self, plantIDs, steps) { ($0.id, $0.version) }
        seeds = try context.byID(Seed.self, steps.changedSowings.map(\.id), steps) { ($0.id, $0.version) }
        let listIDs = steps.changedLists.map(\.id) + (steps.newItems + steps.changedItems).map(\.parentID)
        lists = try context.byID(Lists.self, listIDs, steps) { ($0.id, $0.version) }
        items = try context.byID(Item.self, steps.changedItems.map(\.id), steps) { ($0.id, $0.version) }
    }

    mutating func make(plant thing: ImportSteps.NewThing) throws {
        let name = file.plants[thing.place].name
        let plant = Plant(in: context, id: thing.id, genus: name.genus, species: name.species)
        try give(plant, .init(parent: thing.place, child: nil))
        plant.version = version(of: thing.id)
        plants[thing.id] = plant
        count()
    }

    mutating func change(plant thing: ImportSteps.NewThing) throws {
        guard let plant = plants[thing.id] else { return }
        let name = file.plants[thing.place].name
        if PlantForm(genus: plant.genus ?? "", species: plant.species ?? "") != name {
            plant.setName(genus: name.genus, species: name.species)
        }
        try give(plant, .init(parent: thing.place, child: nil))
        count()
    }

    mutating func make(list thing: ImportSteps.NewThing) {
        let list = Lists(in: context, id: thing.id, name: file.lists[thing.place].name)
        list.version = version(of: thing.id)
        lists[thing.id] = list
        count()
    }

    mutating func change(list thing: ImportSteps.NewThing) {
        lists[thing.id]?.setName(file.lists[thing.place].name)
        count()
    }

    mutating func make(sowing child: ImportSteps.Child, index: Int) {
        guard let plant = plants[child.parentID] else { return }
        let sowing = file.plants[child.place.parent].sowings[child.place.child]
        let seed = Seed(
            in: context, id: child.id, of: plant, on: sowing.day, seeds: sowing.seeds, note: sowing.note ?? "",
            createdAt: sowing.createdAt ?? MomentText.moment(milliseconds: max(0, milliseconds - index)))
        seed.version = version(of: child.id)
        count()
    }

    mutating func change(sowing child: ImportSteps.Child) {
        guard let seed = seeds[child.id], let plant = plants[child.parentID] else { return }
        let sowing = file.plants[child.place.parent].sowings[child.place.child]
        if seed.plantID != child.parentID { seed.move(to: plant) }
        if seed.day != sowing.day { seed.setDay(sowing.day) }
        if Int(seed.numberOfSeeds) != sowing.seeds { seed.setNumber(sowing.seeds) }
        if let note = sowing.note, note != seed.note { seed.setNote(note) }
        count()
    }

    /// Gives a plant or an item the file's picture, if it has one and not that one already.
    private func give(_ owner: some Pictured, _ place: FilePlace) throws {
        guard let picture = try pictures(place), picture.whole != owner.image else { return }
        owner.setPicture(picture)
    }

    mutating func make(item child: ImportSteps.Child) throws {
        guard let list = lists[child.parentID] else { return }
        let copy = file.lists[child.place.parent].items[child.place.child]
        let item = Item(in: context, id: child.id, of: list, name: copy.name, isDone: copy.isDone ?? false)
        try give(item, .init(parent: child.place.parent, child: child.place.child))
        item.version = version(of: child.id)
        count()
    }

    mutating func change(item child: ImportSteps.Child) throws {
        guard let item = items[child.id], let list = lists[child.parentID] else { return }
        let copy = file.lists[child.place.parent].items[child.place.child]
        if item.listID != child.parentID { item.move(to: list) }
        if item.name != copy.name { item.setName(copy.name) }
        if let isDone = copy.isDone { item.setDone(isDone) }
        try give(item, .init(parent: child.place.parent, child: child.place.child))
        count()
    }

    /// The version something new begins with: more than any that a screen has seen of its id.
    private func version(of id: UUID) -> Int64 { versions[id].map { $0 + 2 } ?? 1 }

    private mutating func count() {
        done += 1
        progress.done(done)
    }
}

extension NSManagedObjectContext {
    /// Those of some objects that were there when they were compared, by id.
    ///
    /// - Throws: `SaveConflict.lost` when one is not there any more, or not as it was.
    fileprivate func byID<Object: NSManagedObject>(
        _ type: Object.Type, _ ids: [UUID], _ steps: ImportSteps, _ identity: (Object) -> (id: UUID?, version: Int64)
    ) throws -> [UUID: Object] {
        let ids = Set(ids).filter { steps.versions[$0] != nil }
        var found: [UUID: Object] = [:]
        try inPortions(Array(ids)) { context, ids in
            let request = NSFetchRequest<Object>(entityName: String(describing: type))
            request.predicate = NSPredicate(format: "id IN %@", ids)
            for object in try context.fetch(request) {
                let (id, version) = identity(object)
                if let id, steps.versions[id] == Int(version) { found[id] = object }
            }
        }
        guard found.count == ids.count else { throw SaveConflict.lost }
        return found
    }

    /// The greatest versions of those of some things that were deleted and can be brought back.
    fileprivate func versionsOfDeleted(_ ids: Set<UUID>) throws -> [UUID: Int64] {
        var versions: [UUID: Int64] = [:]
        for values in try values(Deletion.self, ["id", "ids"]) {
            let taken = values.text("ids").split(separator: " ").lazy.compactMap { UUID(uuidString: String($0)) }
            guard taken.contains(where: ids.contains), let deletion = try first(Deletion.self, "id", is: values.id()),
                let copies = try? deletion.copies()
            else { continue }
            var known =
                (copies.sowings ?? []).map { ($0.id, $0.version) } + (copies.items ?? []).map { ($0.id, $0.version) }
            if let plant = copies.plant { known.append((plant.id, plant.version)) }
            if let list = copies.list { known.append((list.id, list.version)) }
            for (id, version) in known where ids.contains(id) { versions[id] = max(versions[id] ?? 0, version) }
        }
        return versions
    }
}
