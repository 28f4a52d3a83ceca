import Foundation

extension NSManagedObjectContext {
    /// The context whose block is running on this thread.
    static var current: NSManagedObjectContext? {
        // The value of the queue's key is the identity of the context that set it, or of the main queue.
        CurrentContext.value
    }

    /// Runs a fetch request.
    ///
    /// Unsaved changes of the context count, unless the request says otherwise: what was deleted is left out,
    /// what was inserted or changed is judged by its present values.
    /// - Returns: the objects, IDs, dictionaries or the count that the request asks for.
    /// - Throws: an error when the request does not fit the model, or of the store.
    public final func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
        checkQueue()
        let source = try requireSource()
        let layout = try request.resolve(in: requireModel())
        let plan = FetchPlan(request, layout: layout)
        switch request.resultType {
        case .countResultType:
            return try cast([NSNumber(value: count(plan, pending: request.includesPendingChanges))])
        case .dictionaryResultType:
            return try cast(source.dictionaries(DictionaryPlan(request, plan: plan)))
        case .managedObjectIDResultType:
            return try cast(objects(plan, pending: request.includesPendingChanges).map(\.objectID))
        default:
            let objects = try objects(plan, pending: request.includesPendingChanges)
            if let paths = request.relationshipKeyPathsForPrefetching, !objects.isEmpty {
                for path in paths { try prefetch(path, of: objects) }
            }
            if !request.returnsObjectsAsFaults { for object in objects { _ = object.readableRow() } }
            if T.self == NSManagedObject.self
                || (plan.includesSubentities ? layout.family : [layout])
                    .allSatisfy({ $0.managedObjectClass is T.Type })
            {
                // Every element is of a class that was just found to be T or a subclass of it, and arrays of
                // class references have one layout.
                return unsafeBitCast(objects, to: [T].self)
            }
            return try cast(objects)
        }
    }

    private func cast<Value, T>(_ values: [Value]) throws -> [T] {
        guard let result = values as? [T] else {
            throw CocoaErrorText.error(
                NSCoreDataError,
                "The fetch returns \(Value.self), not \(T.self). Make the request NSFetchRequest<\(Value.self)>.")
        }
        return result
    }

    /// How many objects a request would return.
    ///
    /// - Throws: an error when the request does not fit the model, or of the store.
    public final func count<T>(for request: NSFetchRequest<T>) throws -> Int {
        checkQueue()
        let layout = try request.resolve(in: requireModel())
        return try count(FetchPlan(request, layout: layout), pending: request.includesPendingChanges)
    }

    /// Where rows come from and go to.
    final func requireSource() throws -> any RowSource {
        guard let source else {
            throw CocoaErrorText.error(
                NSCoreDataError, "The context has no persistent store coordinator, so there is nothing to fetch.")
        }
        return source
    }

    private func requireModel() throws -> ModelLayout {
        guard let modelLayout else {
            throw CocoaErrorText.error(
                NSCoreDataError, "The context has no persistent store coordinator, so there is nothing to fetch.")
        }
        return modelLayout
    }

    final func count(_ plan: FetchPlan, pending: Bool) throws -> Int {
        if pending, hasChanges {
            propagateDeletions()
            if touchesPendingChanges(plan) { return try overlaid(plan).count }
        }
        return try requireSource().count(plan)
    }

    // MARK: Objects

    /// The objects of a fetch, unsaved changes laid over what the stores hold if `pending`.
    final func objects(_ plan: FetchPlan, pending: Bool) throws -> [NSManagedObject] {
        if pending, hasChanges {
            propagateDeletions()
            if touchesPendingChanges(plan) { return try overlaid(plan) }
        }
        return try stored(plan)
    }

    /// The keys of the rows that a fetch finds in the store, and the unsaved changes that may make a difference.
    ///
    /// - Returns: nil when keys are not enough: what is unsaved may matter to any row, or the rows come from several
    ///   stores and have to be put in order.
    final func keysAndChanges(_ plan: FetchPlan) throws -> (keys: ContiguousArray<UInt64>, pending: ContextChanges?)? {
        let source = try requireSource()
        if source.spansStores(plan) { return nil }
        if hasChanges { propagateDeletions() }
        guard hasChanges, touchesPendingChanges(plan) else { return (try source.keys(plan), nil) }
        if followsRelationships(plan) || plan.limit > 0 || plan.offset > 0 { return nil }
        var pending = ContextChanges()
        (pending.inserted, pending.updated, pending.deleted) = (inserted.objects, updated.objects, deleted.objects)
        return (try source.keys(plan), pending)
    }

    private func stored(_ plan: FetchPlan) throws -> [NSManagedObject] {
        let source = try requireSource()
        if plan.batchSize > 0, !plan.refreshes, !source.spansStores(plan) {
            return faults(try source.keys(plan), batchSize: plan.batchSize)
        }
        let runs = try source.rows(plan)
        if plan.refreshes { renew(runs) }
        let found = adopt(runs)
        return source.spansStores(plan) ? window(found, of: plan) : found
    }

    /// Puts objects in the order of a fetch and takes its window of them.
    private func window(_ objects: [NSManagedObject], of plan: FetchPlan) -> [NSManagedObject] {
        var result = plan.sortDescriptors.isEmpty ? objects : plan.sortDescriptors.sorted(objects)
        if plan.offset > 0 { result.removeFirst(min(plan.offset, result.count)) }
        if plan.limit > 0, result.count > plan.limit { result.removeLast(result.count - plan.limit) }
        return result
    }

    /// Whether unsaved changes can make a difference to the result.
    private func touchesPendingChanges(_ plan: FetchPlan) -> Bool {
        func concerns(_ list: ChangeList) -> Bool {
            list.objects.contains { plan.includes($0.layout) }
        }
        if concerns(inserted) || concerns(updated) || concerns(deleted) { return true }
        return hasChanges && followsRelationships(plan)
    }

    /// Whether the condition or the order looks at other objects than those that are fetched.
    private func followsRelationships(_ plan: FetchPlan) -> Bool {
        if let predicate = plan.predicate, predicate.mentionsRelationships(of: plan.layout) { return true }
        return plan.sortDescriptors.contains { ($0.keyString ?? "").isPath }
    }

    private func overlaid(_ plan: FetchPlan) throws -> [NSManagedObject] {
        try requireSource().check(plan)
        var result: [NSManagedObject]
        func changedHere(_ object: NSManagedObject) -> Bool {
            !object.state.isDisjoint(with: .changed)
        }
        var wide = plan
        wide.offset = 0
        wide.limit = 0
        // Each is looked at here, so they are read at once.
        wide.batchSize = 0
        if followsRelationships(plan) {
            // Any unsaved change may matter to any row, so each is judged here.
            wide.predicate = nil
            result = try stored(wide).filter {
                !$0.state.contains(.deleted) && (plan.predicate?.matches($0) ?? true)
            }
        } else {
            // As many more as unsaved changes can take out of the window.
            wide.limit = plan.windowEnd(updated.count + deleted.count)
            // What was changed and still matches keeps its place, for requests without an order of their own.
            var inPlace: Set<ObjectIdentifier> = []
            result = try stored(wide).filter { object in
                if !changedHere(object) { return true }
                guard object.isUpdated, plan.predicate?.matches(object) ?? true else { return false }
                inPlace.insert(ObjectIdentifier(object))
                return true
            }
            for object in updated.objects
            where plan.includes(object.layout) && !inPlace.contains(ObjectIdentifier(object)) {
                if plan.predicate?.matches(object) ?? true { result.append(object) }
            }
        }
        for object in inserted.objects where plan.includes(object.layout) {
            if plan.predicate?.matches(object) ?? true { result.append(object) }
        }
        return window(result, of: plan)
    }

    // MARK: Prefetching

    /// Reads the objects at the end of a relationship path of many objects with one query for each step.
    private func prefetch(_ path: String, of objects: [NSManagedObject]) throws {
        var sources = objects
        let names = path.keys
        for (step, name) in names.enumerated() {
            guard let layout = sources.first?.layout else { return }
            guard let slot = layout.slotsByName[name], layout.slots[slot].isRelationship else {
                throw CocoaErrorText.error(
                    NSCoreDataError, "Cannot prefetch “\(path)”: " + layout.unknownKey(name))
            }
            sources = try prefetch(slot: slot, of: sources, isLast: step == names.count - 1)
        }
    }

    /// - Returns: the objects at the other end, unless the step is the last.
    private func prefetch(slot: Int, of sources: [NSManagedObject], isLast: Bool) throws -> [NSManagedObject] {
        let source = try requireSource()
        // Objects of other subentities may have the relationship in another slot or not at all.
        let layout = sources[0].layout
        let sources = sources.filter { $0.layout === layout && !isUnsavedHere($0.key) }
        var found: [NSManagedObject] = []
        if layout.slots[slot].isToMany {
            let wanted = sources.filter { !$0.toMany(at: slot).isLoaded }
            var members = [ContiguousArray<NSManagedObject>](repeating: [], count: wanted.count)
            for related in try source.relatedRows(of: wanted.map(\.key), layout: layout, slot: slot) {
                let objects = adopt(related.runs)
                var counts = [Int](repeating: 0, count: wanted.count)
                for place in related.sources { counts[Int(place)] += 1 }
                for (place, count) in counts.enumerated() where count > 0 {
                    members[place].reserveCapacity(members[place].count + count)
                }
                for (index, place) in related.sources.enumerated() { members[Int(place)].append(objects[index]) }
                if !isLast { found += objects }
            }
            for (place, source) in wanted.enumerated() { source.toMany(at: slot).load(members[place]) }
        } else {
            var missing: [ObjectKey] = []
            var seen = Set<UInt64>()
            for source in sources {
                guard let key = source.destinationKey(at: slot), seen.insert(key.raw).inserted else { continue }
                if let object = registry.object(for: key), object.row != nil {
                    found.append(object)
                } else if !isUnsavedHere(key) {
                    missing.append(key)
                }
            }
            found += adopt(try source.rows(for: missing))
            // Following the relationship once keeps what was read.
            for source in sources { _ = source.object(at: slot) }
        }
        return found
    }
}
