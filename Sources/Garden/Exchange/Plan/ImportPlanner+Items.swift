import Foundation

extension ImportPlanner {
    /// Compares the items.
    ///
    /// - Parameter lists: What the file's lists are.
    mutating func matchItems(_ lists: Parents) throws {
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
        let pictured = places.enumerated().compactMap { index, place in
            let item = file.lists[place.parent].items[place.child]
            return item.picture == nil
                ? nil
                : item.id.flatMap {
                    originals[$0] == nil ? nil : (index, $0, FilePlace(parent: place.parent, child: place.child))
                }
        }
        let otherPictures = try differingPictures(of: Item.self, pictured)
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
        if let picture { differences.append(picture.difference) }
        return ImportConflict(
            kind: .item, thing: garden.id ?? .missing, name: garden.names[0], list: lists.0, sowing: nil,
            differences: differences, reason: reason, version: garden.version)
    }
}
