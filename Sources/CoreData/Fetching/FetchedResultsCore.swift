import Foundation

/// The part of a fetched results controller that does not depend on the kind of result: the context's observer.
final class FetchedResultsCore: ContextObserver {
    private let context: NSManagedObjectContext
    private let sectionKeyPath: String?
    private var plan: FetchPlan?
    private(set) var results: FetchedResults?
    weak var delegate: (any NSFetchedResultsControllerDelegate)?
    /// The controller, as delegates see it.
    var facade: () -> NSFetchedResultsController<any NSFetchRequestResult> = {
        preconditionFailure("The controller sets this before anybody can ask.")
    }
    /// The controller; it owns this object.
    weak var owner: AnyObject?

    init(context: NSManagedObjectContext, sectionKeyPath: String?) {
        self.context = context
        self.sectionKeyPath = sectionKeyPath
    }

    deinit { context.removeObserver(self) }

    func performFetch(_ plan: FetchPlan) throws {
        self.plan = plan
        results = try fetch(plan)
        context.addObserver(self)
    }

    private func fetch(_ plan: FetchPlan) throws -> FetchedResults {
        try FetchedResults(
            try context.objects(plan, pending: true), descriptors: plan.sortDescriptors,
            sectionKeyPath: sectionKeyPath)
    }

    // MARK: Following the context

    func context(_ context: NSManagedObjectContext, didProcess changes: ContextChanges) {
        guard let plan, let old = results, owner != nil else { return }
        do {
            if changes.invalidatedAll { return try start(over: plan, old, changes) }
            if plan.limit > 0 || plan.offset > 0 { return try windowChanged(plan, old, changes) }
            try follow(changes, plan, old)
        } catch {
            context.persistentStoreCoordinator?.report(
                "A fetched results controller lost its result: \(error.localizedDescription)")
        }
    }

    private func follow(_ changes: ContextChanges, _ plan: FetchPlan, _ old: FetchedResults) throws {
        var removed: Set<ObjectIdentifier> = []
        var changed: [NSManagedObject] = []
        var added: [NSManagedObject] = []
        var seen: Set<ObjectIdentifier> = []
        for object in changes.deleted where old.contains(object) {
            removed.insert(ObjectIdentifier(object))
            seen.insert(ObjectIdentifier(object))
        }
        func consider(_ object: NSManagedObject) {
            guard plan.includes(object.layout), seen.insert(ObjectIdentifier(object)).inserted else { return }
            let belongs = !object.isDeleted && (plan.predicate?.matches(object) ?? true)
            if old.contains(object) {
                if belongs { changed.append(object) } else { removed.insert(ObjectIdentifier(object)) }
            } else if belongs {
                added.append(object)
            }
        }
        changes.inserted.forEach(consider)
        changes.updated.forEach(consider)
        changes.refreshed.forEach(consider)
        for row in changes.unregisteredUpdates where plan.includes(context.layout(at: row.key.entity)) {
            let object = context.object(for: row.key)
            if object.row == nil, let values = row.values { context.attach(values.row, in: values.chunk, to: object) }
            consider(object)
        }
        if removed.isEmpty && changed.isEmpty && added.isEmpty { return }
        var new = old
        let moved = try new.apply(removed: removed, changed: changed, added: added)
        results = new
        tell(
            FetchedChanges(from: old, to: new, removed: removed, changed: changed, added: added, moved: moved))
    }

    /// With a limit or an offset, what comes into the window can only be found by fetching.
    private func windowChanged(_ plan: FetchPlan, _ old: FetchedResults, _ changes: ContextChanges) throws {
        let touched = changes.inserted + changes.updated + changes.refreshed + changes.deleted
        let concerns =
            touched.contains { plan.includes($0.layout) }
            || changes.unregisteredUpdates.contains { plan.includes(context.layout(at: $0.key.entity)) }
        guard concerns else { return }
        try difference(from: old, to: try fetch(plan), touched: Set(touched.map(ObjectIdentifier.init)))
    }

    private func start(over plan: FetchPlan, _ old: FetchedResults, _ changes: ContextChanges) throws {
        try difference(
            from: old, to: try fetch(plan), touched: Set(changes.refreshed.map(ObjectIdentifier.init)))
    }

    private func difference(
        from old: FetchedResults, to new: FetchedResults, touched: Set<ObjectIdentifier>
    ) throws {
        let removed = Set(old.objects.filter { !new.contains($0) }.map(ObjectIdentifier.init))
        let added = new.objects.filter { !old.contains($0) }
        let common = new.objects.filter { old.contains($0) }
        let order = Dictionary(
            uniqueKeysWithValues: old.objects.filter { new.contains($0) }.enumerated().map {
                (ObjectIdentifier($0.element), $0.offset)
            })
        var moved: Set<ObjectIdentifier> = []
        var last = -1
        for object in common {
            // Every object of `common` is in `order`.
            let place = order[ObjectIdentifier(object)]!
            if place < last { moved.insert(ObjectIdentifier(object)) } else { last = place }
        }
        let changed = common.filter {
            touched.contains(ObjectIdentifier($0)) || moved.contains(ObjectIdentifier($0))
        }
        results = new
        tell(
            FetchedChanges(
                from: old, to: new, removed: removed, changed: Array(changed), added: Array(added), moved: moved))
    }

    private func tell(_ changes: FetchedChanges) {
        guard !changes.isEmpty, let delegate else { return }
        let controller = facade()
        delegate.controllerWillChangeContent(controller)
        for event in changes.sections {
            delegate.controller(
                controller, didChange: event.section, atSectionIndex: event.index, for: event.type)
        }
        for event in changes.objects {
            delegate.controller(
                controller, didChange: event.object, at: event.from, for: event.type, newIndexPath: event.to)
        }
        delegate.controllerDidChangeContent(controller)
    }
}
