import Foundation

/// The events that lead from one result of a fetch to the next.
struct FetchedChanges {
    struct ObjectEvent {
        let object: NSManagedObject
        let type: NSFetchedResultsChangeType
        let from: IndexPath?
        let to: IndexPath?
    }

    struct SectionEvent {
        let section: FetchedSection
        let index: Int
        let type: NSFetchedResultsChangeType
    }

    private(set) var sections: [SectionEvent] = []
    private(set) var objects: [ObjectEvent] = []

    var isEmpty: Bool { sections.isEmpty && objects.isEmpty }

    /// - Parameters:
    ///   - sections: the sections as they were and as they are.
    ///   - info: makes what a delegate is shown of a section as it is.
    ///   - paths: where the objects stood and where they stand.
    ///   - removed: objects that were in the result and are not any more, in order.
    ///   - changed: objects that were and are in it whose values changed.
    ///   - added: objects that are new in it.
    ///   - moved: those of `changed` that stand elsewhere.
    init(
        sections: (old: FetchedSections, new: FetchedSections), info: (FetchedSections.Section) -> FetchedSection,
        paths: (old: [ObjectIdentifier: IndexPath], new: [ObjectIdentifier: IndexPath]), removed: [NSManagedObject],
        changed: [NSManagedObject], added: [NSManagedObject], moved: Set<ObjectIdentifier>
    ) {
        let (old, new) = (sections.old.all, sections.new.all)
        noteSections(old, new, removed + changed, paths.old, info)
        for object in removed {
            objects.append(
                ObjectEvent(object: object, type: .delete, from: paths.old[ObjectIdentifier(object)], to: nil))
        }
        let arrivals = added.compactMap { object in paths.new[ObjectIdentifier(object)].map { (object, $0) } }
        for (object, path) in arrivals.sorted(by: { $0.1 < $1.1 }) {
            objects.append(ObjectEvent(object: object, type: .insert, from: nil, to: path))
        }
        for object in changed {
            let identity = ObjectIdentifier(object)
            guard let from = paths.old[identity], let to = paths.new[identity] else { continue }
            if moved.contains(identity) || old[from.section].name != new[to.section].name {
                objects.append(ObjectEvent(object: object, type: .move, from: from, to: to))
            } else if !object.isInserted {
                // An object that was never saved was reported when it was inserted; its edits are part of that.
                objects.append(ObjectEvent(object: object, type: .update, from: from, to: nil))
            }
        }
    }

    private mutating func noteSections(
        _ old: [FetchedSections.Section], _ new: [FetchedSections.Section], _ left: [NSManagedObject],
        _ paths: [ObjectIdentifier: IndexPath], _ info: (FetchedSections.Section) -> FetchedSection
    ) {
        // Sections come and go when an object does; the names are only then compared.
        let (oldNames, newNames) = (Set(old.map(\.name)), Set(new.map(\.name)))
        if oldNames == newNames { return }
        for (index, section) in old.enumerated() where !newNames.contains(section.name) {
            // All its objects have left it.
            let objects = left.compactMap { object in paths[ObjectIdentifier(object)].map { (object, $0) } }
                .filter { $0.1.section == index }.sorted { $0.1 < $1.1 }.map(\.0)
            let info = FetchedSection(name: section.name, count: section.count) { objects }
            sections.append(SectionEvent(section: info, index: index, type: .delete))
        }
        for (index, section) in new.enumerated() where !oldNames.contains(section.name) {
            sections.append(SectionEvent(section: info(section), index: index, type: .insert))
        }
    }
}
