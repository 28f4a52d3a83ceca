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
    ///   - old: the result as it was.
    ///   - new: the result as it is.
    ///   - removed: objects that are only in `old`.
    ///   - changed: objects of both whose values changed.
    ///   - added: objects that are only in `new`.
    ///   - moved: those of `changed` that stand elsewhere.
    ///   - oldNames: the section each of `changed` was in.
    init(
        from old: FetchedResults, to new: FetchedResults, removed: Set<ObjectIdentifier>,
        changed: [NSManagedObject], added: [NSManagedObject], moved: Set<ObjectIdentifier>
    ) {
        let oldNames = Set(old.sections.map(\.name))
        let newNames = Set(new.sections.map(\.name))
        for (index, section) in old.sections.enumerated() where !newNames.contains(section.name) {
            sections.append(SectionEvent(section: section, index: index, type: .delete))
        }
        for (index, section) in new.sections.enumerated() where !oldNames.contains(section.name) {
            sections.append(SectionEvent(section: section, index: index, type: .insert))
        }
        let changedSet = Set(changed.map(ObjectIdentifier.init))
        let oldPaths = Self.paths(in: old) { removed.contains($0) || changedSet.contains($0) }
        let addedSet = Set(added.map(ObjectIdentifier.init))
        let newPaths = Self.paths(in: new) { addedSet.contains($0) || changedSet.contains($0) }
        for (object, path) in oldPaths.list where removed.contains(ObjectIdentifier(object)) {
            objects.append(ObjectEvent(object: object, type: .delete, from: path, to: nil))
        }
        for (object, path) in newPaths.list where addedSet.contains(ObjectIdentifier(object)) {
            objects.append(ObjectEvent(object: object, type: .insert, from: nil, to: path))
        }
        for object in changed {
            let identity = ObjectIdentifier(object)
            guard let from = oldPaths.byObject[identity], let to = newPaths.byObject[identity] else { continue }
            let isElsewhere =
                moved.contains(identity) || old.sections[from.section].name != new.sections[to.section].name
            if isElsewhere {
                objects.append(ObjectEvent(object: object, type: .move, from: from, to: to))
            } else if !object.isInserted {
                // An object that was never saved was reported when it was inserted; its edits are part of that.
                objects.append(ObjectEvent(object: object, type: .update, from: from, to: nil))
            }
        }
    }

    private static func paths(
        in results: FetchedResults, _ isWanted: (ObjectIdentifier) -> Bool
    ) -> (byObject: [ObjectIdentifier: IndexPath], list: [(NSManagedObject, IndexPath)]) {
        var byObject: [ObjectIdentifier: IndexPath] = [:]
        var list: [(NSManagedObject, IndexPath)] = []
        for (index, object) in results.objects.enumerated() where isWanted(ObjectIdentifier(object)) {
            let path = results.indexPath(at: index)
            byObject[ObjectIdentifier(object)] = path
            list.append((object, path))
        }
        return (byObject, list)
    }
}
