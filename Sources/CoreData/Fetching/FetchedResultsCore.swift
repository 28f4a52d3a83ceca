import Foundation

/// The part of a fetched results controller that does not depend on the kind of result: the context's observer.
final class FetchedResultsCore: ContextObserver {
    private let context: NSManagedObjectContext
    private let sectionKeyPath: String?
    private var plan: FetchPlan?
    private var results: FetchedResults? { didSet { shownSections = nil } }
    private var shownSections: [FetchedSection]?
    weak var delegate: (any NSFetchedResultsControllerDelegate)? { didSet { delegateTakesDifferences = true } }
    /// Whether the delegate is to be told by a difference: it is not known before it was tried.
    var delegateTakesDifferences = true
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
        context.checkQueue()
        // When this fails, the controller goes on with what it had.
        results = try fetch(plan)
        self.plan = plan
        context.addObserver(self)
    }

    private func fetch(_ plan: FetchPlan) throws -> FetchedResults {
        let batches = FetchedBatches(context, size: plan.batchSize)
        let found = plan.batchSize > 0 ? try context.keysAndChanges(plan) : nil
        let list =
            try found.map { FetchedList(keys: $0.keys) } ?? FetchedList(objects: context.objects(plan, pending: true))
        var results = FetchedResults(
            list, descriptors: plan.sortDescriptors, sectionKeyPath: sectionKeyPath, batches: batches)
        if let changes = found?.pending {
            let concerned = concerned(changes, plan, &results)
            _ = try results.apply(removed: concerned.removed, changed: concerned.changed, added: concerned.added)
        }
        try results.divide()
        return results
    }

    // MARK: The result

    /// The objects, in order; nil before the fetch.
    var objects: [NSManagedObject]? {
        context.checkQueue("fetchedObjects")
        return results.map { $0.objects(0..<$0.list.count) }
    }

    /// The sections; nil before the fetch.
    var sectionInfos: [FetchedSection]? {
        context.checkQueue("sections")
        if shownSections == nil, let results { shownSections = results.sections.all.map(results.info) }
        return shownSections
    }

    /// The object of a row of a section; nil when there is none.
    func object(at path: IndexPath) -> NSManagedObject? {
        context.checkQueue()
        guard let results, results.sections.all.indices.contains(path.section) else { return nil }
        let section = results.sections.all[path.section]
        return (0..<section.count).contains(path.row) ? results.object(at: section.start + path.row) : nil
    }

    /// Where an object stands; nil when it is not in the result.
    func indexPath(of object: NSManagedObject) -> IndexPath? {
        context.checkQueue("indexPath(forObject:)")
        return changing { results in results.index(of: object).map(results.sections.indexPath(at:)) }
    }

    /// Runs `body` with the result to be changed, of which there is no copy meanwhile.
    private func changing<T>(_ body: (inout FetchedResults) throws -> T?) rethrows -> T? {
        guard var held = results else { return nil }
        results = nil
        defer { results = held }
        return try body(&held)
    }

    // MARK: Following the context

    func context(_ context: NSManagedObjectContext, didProcess changes: ContextChanges) {
        guard let plan, results != nil, owner != nil else { return }
        do {
            if changes.invalidatedAll {
                try start(over: plan, Array(changes.refreshed))
            } else if plan.limit > 0 || plan.offset > 0 {
                try windowChanged(plan, changes)
            } else {
                try follow(changes, plan)
            }
        } catch {
            results = try? fetch(plan)
            context.persistentStoreCoordinator?.report(
                "A fetched results controller lost its result: \(error.localizedDescription)")
        }
    }

    func context(_ context: NSManagedObjectContext, didReplace keys: [(old: ObjectKey, new: ObjectKey)]) {
        _ = changing { $0.replace(keys) }
    }

    private typealias Concerned = (removed: [NSManagedObject], changed: [NSManagedObject], added: [NSManagedObject])

    private func follow(_ changes: ContextChanges, _ plan: FetchPlan) throws {
        let news: FetchedChanges? = try changing { results in
            let concerned = concerned(changes, plan, &results)
            let count = concerned.removed.count + concerned.changed.count + concerned.added.count
            if count == 0 { return FetchedChanges?.none }
            if !results.list.holdsObjects, count > FetchedResults.mostPlaced {
                let new = try fetch(plan)
                let news = new.changes(from: results, touched: concerned.changed)
                results = new
                return news
            }
            return try results.apply(removed: concerned.removed, changed: concerned.changed, added: concerned.added)
        }
        if let news { tell(news) }
    }

    /// What changes mean to a result.
    private func concerned(_ changes: ContextChanges, _ plan: FetchPlan, _ results: inout FetchedResults) -> Concerned {
        var concerned: Concerned = ([], [], [])
        var seen: Set<ObjectIdentifier> = []
        var removedMarks: Set<FetchedList.Mark> = []
        for object in changes.deleted where plan.includes(object.layout) && results.index(of: object) != nil {
            guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
            concerned.removed.append(object)
            removedMarks.insert(results.list.mark(of: object))
        }
        for key in changes.unregisteredDeletions where results.contains(key) {
            concerned.removed.append(context.deletedObject(key))
            removedMarks.insert(key.raw)
        }
        func consider(_ object: NSManagedObject) {
            if plan.includes(object.layout), seen.insert(ObjectIdentifier(object)).inserted { judge(object) }
        }
        func judge(_ object: NSManagedObject) {
            let belongs = !object.isDeleted && (plan.predicate?.matches(object) ?? true)
            // What was deleted and brought back has the same key as before, and is new.
            if results.index(of: object) != nil, !removedMarks.contains(results.list.mark(of: object)) {
                if belongs { concerned.changed.append(object) } else { concerned.removed.append(object) }
            } else if belongs {
                concerned.added.append(object)
            }
        }
        changes.inserted.forEach(consider)
        changes.updated.forEach(consider)
        changes.refreshed.forEach(consider)
        for row in changes.unregisteredUpdates where plan.includes(context.layout(at: row.key.entity)) {
            let object = context.object(for: row.key)
            if object.row == nil, let values = row.values { context.attach(values.row, in: values.chunk, to: object) }
            // Nobody else has it. One that does not belong goes at once, and the next may be made where it stood.
            judge(object)
        }
        return concerned
    }

    /// With a limit or an offset, what comes into the window can only be found by fetching.
    private func windowChanged(_ plan: FetchPlan, _ changes: ContextChanges) throws {
        let touched = changes.inserted + changes.updated + changes.refreshed + changes.deleted
        let concerns =
            touched.contains { plan.includes($0.layout) }
            || changes.unregisteredUpdates.contains { plan.includes(context.layout(at: $0.key.entity)) }
            || changes.unregisteredDeletions.contains { plan.includes(context.layout(at: $0.entity)) }
        if concerns { try start(over: plan, Array(touched)) }
    }

    /// Fetches once more.
    private func start(over plan: FetchPlan, _ touched: [NSManagedObject]) throws {
        let new = try fetch(plan)
        let news = changing { old -> FetchedChanges? in
            let news = new.changes(from: old, touched: touched)
            old = new
            return news
        }
        if let news { tell(news) }
    }

    private func tell(_ changes: FetchedChanges) {
        guard !changes.isEmpty, let delegate else { return }
        let controller = facade()
        if sectionKeyPath == nil, delegateTakesDifferences, let difference = changes.difference {
            delegate.controller(controller, didChangeContentWith: difference)
            // The method that a delegate has when it has none of its own says so.
            if delegateTakesDifferences { return }
        }
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
