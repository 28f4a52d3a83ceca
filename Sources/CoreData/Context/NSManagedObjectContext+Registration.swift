import Foundation

// Objects by ID and key: one object for a row.
extension NSManagedObjectContext {
    /// All objects the context knows of.
    public final var registeredObjects: Set<NSManagedObject> {
        checkQueue()
        return Set(registry.all())
    }

    /// The object with the ID if the context has it already; the store is not asked.
    public final func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        checkQueue()
        return currentKey(objectID).flatMap { registry.object(for: $0) }
    }

    /// The object with the ID, as a fault if the context does not have it. Whether its row exists shows when its
    /// values are read.
    public final func object(with objectID: NSManagedObjectID) -> NSManagedObject {
        checkQueue()
        if let key = currentKey(objectID) { return object(for: key) }
        // Another context's, and never saved: there is no such row, and no key of this context is its.
        let object = makeFault(newTemporaryKey(for: objectID.layout))
        object.cachedID = objectID
        object.state.insert(.gone)
        return object
    }

    /// The object with the ID, with its values.
    ///
    /// - Throws: `NSManagedObjectReferentialIntegrityError` when there is no such row; an error of the store.
    public final func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        checkQueue()
        guard let key = currentKey(objectID) else { throw missing(objectID) }
        let known = registry.object(for: key)
        let object: NSManagedObject
        if let known, known.row != nil || !known.isFault {
            object = known
        } else {
            guard !isUnsavedHere(key), let found = try storedRow(key) else { throw missing(objectID) }
            // The parent may have given it another key just before.
            let foundKey = EntityLayout.key(of: found.row)
            object = known ?? (foundKey == key ? makeFault(key) : self.object(for: foundKey))
            attach(found.row, in: found.chunk, to: object)
        }
        if object.isDeleted { throw missing(objectID) }
        _ = object.readableRow()
        return object
    }

    /// The row with a key, from the store; nil when it is gone.
    ///
    /// Rows that a block reads one by one share a chunk, which is cheaper to make than one for each.
    @inline(__always) final func storedRow(
        _ key: ObjectKey
    ) throws -> (chunk: RowChunk, row: UnsafeMutableRawPointer)? {
        try source?.row(for: key, into: chunkForReading)
    }

    @inline(__always) private func chunkForReading(_ layout: EntityLayout) -> RowChunk {
        if let readChunk, readChunk.layout === layout, !readChunk.isFull { return readChunk }
        return otherReadChunk(layout)
    }

    private func otherReadChunk(_ layout: EntityLayout) -> RowChunk {
        // Outside a block nothing says when no more is read.
        if performDepth == 0 { return RowChunk(layout: layout, capacity: 1) }
        while readChunks.count <= layout.ordinal { readChunks.append(nil) }
        let last = readChunks[layout.ordinal]
        if let last, !last.isFull {
            readChunk = last
            return last
        }
        last?.freeze()
        let chunk = RowChunk(layout: layout, capacity: last.map { min($0.capacity * 4, 64) } ?? 1)
        readChunks[layout.ordinal] = chunk
        readChunk = chunk
        return chunk
    }

    private func missing(_ id: NSManagedObjectID) -> NSError {
        CocoaErrorText.error(
            NSManagedObjectReferentialIntegrityError,
            "There is no \(id.entity.name ?? "object") with the ID \(id.uriRepresentation()) any more.",
            [NSAffectedObjectsErrorKey: [id]])
    }

    /// The object with the key; a new fault if there is none.
    @inline(__always) final func object(for key: ObjectKey) -> NSManagedObject {
        registry.object(for: key) ?? makeFault(key)
    }

    final func makeFault(_ key: ObjectKey) -> NSManagedObject {
        let layout = layout(at: key.entity)
        let object = layout.managedObjectClass.init(ManagedObjectOrigin(layout: layout, context: nil))
        object.key = key
        object.state.formUnion(.fault)
        object.registry = registry
        registry.insert(object)
        if keepsAll { retained[ObjectIdentifier(object)] = object }
        return object
    }

    /// Makes or finds the objects of rows that were just read.
    final func adopt(_ runs: [RowRun]) -> [NSManagedObject] {
        let count = runs.reduce(0) { $0 + $1.count }
        // An empty registry has none of them; one that comes twice is found when it is entered.
        let isCold = registry.count == 0
        registry.reserve(count)
        var objects: [NSManagedObject] = []
        objects.reserveCapacity(count)
        for run in runs {
            let known = isCold ? [] : registry.objects(for: run)
            if known.isEmpty {
                makeFaults(run, into: &objects)
            } else {
                adopt(run, known, into: &objects)
            }
        }
        return objects
    }

    /// Makes objects of rows that have none.
    private func makeFaults(_ run: RowRun, into objects: inout [NSManagedObject]) {
        let first = objects.count
        let (chunk, layout) = (run.chunk, run.chunk.layout)
        let registry = Unmanaged.passUnretained(registry as ObjectRegistry)
        let (type, origin, stride) = (
            layout.managedObjectClass, ManagedObjectOrigin(layout: layout, context: nil), layout.stride
        )
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer.self, capacity: run.count) { entering in
            var row = run[0]
            for index in 0..<run.count {
                // Handed on to the array below.
                let object = Unmanaged.passRetained(type.init(origin))
                object._withUnsafeGuaranteedRef { object in
                    object.key = EntityLayout.key(of: row)
                    object.state.formUnion([.fault, .registered])
                    object.registryReference = registry
                    object.row = row
                    object.chunk = chunk
                }
                entering[index] = object.toOpaque()
                objects.append(object.takeRetainedValue())
                row += stride
            }
            self.registry.enter(run, entering) { index, other in
                objects[first + index].state.remove(.registered)
                objects[first + index] = other
            }
        }
        if keepsAll { for object in objects[first...] { retained[ObjectIdentifier(object)] = object } }
    }

    /// - Parameter known: the objects of the rows that have one.
    private func adopt(_ run: RowRun, _ known: [NSManagedObject?], into objects: inout [NSManagedObject]) {
        for index in 0..<run.count {
            let row = run[index]
            let object = known[index] ?? self.object(for: EntityLayout.key(of: row))
            if object.row == nil && object.state.contains(.fault) { attach(row, in: run.chunk, to: object) }
            objects.append(object)
        }
    }

    /// Gives a fault its values, to be taken up when it is first read.
    @inline(__always) final func attach(
        _ row: UnsafeMutableRawPointer, in chunk: RowChunk, to object: NSManagedObject
    ) {
        object.row = row
        object.chunk = chunk
        object.state.remove(.gone)
    }

    /// The objects of some keys, with their values.
    final func objects(reading keys: some Collection<ObjectKey>) -> [NSManagedObject] {
        let objects = keys.map { object(for: $0) }
        let missing = objects.filter { $0.row == nil && $0.isFault && !isUnsavedHere($0.key) }.map(\.key)
        guard let source, !missing.isEmpty else { return objects }
        do {
            for run in try source.rows(for: missing) {
                for index in 0..<run.count {
                    guard let object = registry.object(for: EntityLayout.key(of: run[index])), object.row == nil
                    else { continue }
                    attach(run[index], in: run.chunk, to: object)
                }
            }
        } catch {
            coordinator?.report("Rows could not be read: \(error.localizedDescription)")
        }
        return objects
    }

    /// The objects of some keys, those that are new as faults: when one of them is read, its batch is.
    final func faults(_ keys: ContiguousArray<UInt64>, batchSize: Int) -> [NSManagedObject] {
        registry.reserve(keys.count)
        var objects: [NSManagedObject] = []
        objects.reserveCapacity(keys.count)
        for start in stride(from: 0, to: keys.count, by: batchSize) {
            let batch = keys[start..<min(start + batchSize, keys.count)].map(ObjectKey.init(raw:))
            var chunk: RowChunk?
            for key in batch {
                let object = object(for: key)
                if object.row == nil, object.isFault, object.chunk == nil {
                    let waiting = chunk ?? RowChunk(layout: object.layout, awaiting: batch)
                    object.chunk = waiting
                    chunk = waiting
                }
                objects.append(object)
            }
        }
        return objects
    }

    /// Reads the row of a fault; what goes wrong is told on the standard error stream.
    final func fulfill(_ object: NSManagedObject) {
        do {
            try fill(object)
        } catch {
            coordinator?.report("A row could not be read: \(error.localizedDescription)")
        }
    }

    /// Reads the row of a fault.
    final func fill(_ object: NSManagedObject) throws {
        guard source != nil, !isUnsavedHere(object.key), !object.state.contains(.gone) else { return }
        if let batch = object.chunk?.awaited, !batch.isEmpty {
            object.chunk = nil
            _ = objects(reading: batch.filter { registry.object(for: $0) != nil })
            if object.row != nil { return }
        }
        if let found = try storedRow(object.key) { return attach(found.row, in: found.chunk, to: object) }
        // The row is gone: the object reads as empty, and is deleted.
        object.state.insert(.gone)
        if shouldDeleteInaccessibleFaults { object.state.formUnion([.deleted, .deletionSaved]) }
    }

    /// The objects at the other end of a to-many relationship, from the store.
    final func relatedObjects(of object: NSManagedObject, slot: Int) -> ContiguousArray<NSManagedObject> {
        guard let source, !isUnsavedHere(object.key) else { return [] }
        do {
            return ContiguousArray(
                adopt(try source.relatedRows(of: object.key, layout: object.layout, slot: slot)))
        } catch {
            coordinator?.report("A relationship could not be read: \(error.localizedDescription)")
            return []
        }
    }

    /// The layout of an entity by its ordinal.
    @inline(__always) final func layout(at ordinal: Int) -> EntityLayout {
        guard let modelLayout else {
            preconditionFailure("The context has no persistent store coordinator. Set one before using it.")
        }
        return modelLayout[ordinal]
    }

    /// The entity whose objects are of the class.
    final func entity(forClass type: NSManagedObject.Type) -> NSEntityDescription {
        let identity = ObjectIdentifier(type)
        if let entityByClass, entityByClass.type == identity { return entityByClass.entity }
        guard let coordinator else {
            preconditionFailure(
                "\(type)(context:) needs a context with a persistent store coordinator: set one first.")
        }
        let layouts = coordinator.modelLayout.layouts(of: type)
        precondition(
            layouts.count == 1,
            layouts.isEmpty
                ? "The model has no entity of the class \(type). Name it as an entity's class in the model."
                : "The model has several entities of the class \(type). Use \(type)(entity:insertInto:).")
        let entity = layouts[0].entity
        entityByClass = (identity, entity)
        return entity
    }

    final func keepAll() -> [ObjectIdentifier: NSManagedObject] {
        Dictionary(uniqueKeysWithValues: registry.all().map { (ObjectIdentifier($0), $0) })
    }

    /// The chunk that the next new or changed row of an entity goes to.
    @inline(__always) final func editChunk(for layout: EntityLayout) -> RowChunk {
        let ordinal = layout.ordinal
        if ordinal < workingChunks.count, let chunk = workingChunks[ordinal], !chunk.isFull { return chunk }
        return newEditChunk(for: layout)
    }

    private func newEditChunk(for layout: EntityLayout) -> RowChunk {
        let ordinal = layout.ordinal
        while workingChunks.count <= ordinal { workingChunks.append(nil) }
        // Small at first, so that a single change costs little; large when there are many.
        let last = workingChunks[ordinal]
        let capacity = last.map { $0.isFrozen ? 4 : min($0.capacity * 4, 256) } ?? 4
        let chunk = RowChunk(layout: layout, capacity: capacity)
        workingChunks[ordinal] = chunk
        return chunk
    }
}
