import Foundation

/// Where each property of an entity stands in a row, and what has to be known about it in a hurry.
///
/// Made once for each entity when its model is put to use, and never changed: every row, object and statement
/// of the entity goes by it.
final class EntityLayout: @unchecked Sendable {
    // Every stored property is set before the model is used from a second thread, and only read after that:
    // `ModelLayout` makes all layouts of a model under its lock.
    let entity: NSEntityDescription
    /// The entity's place in its model: entities by name ignoring case, subentities behind their parent, from 1.
    let ordinal: Int
    unowned let model: ModelLayout
    let slots: [Slot]
    /// What following a relationship needs, by slot, without the names.
    let links: UnsafeMutablePointer<Link>
    let slotsByName: [String: Int]
    /// The slots of elements of composite attributes too, by paths such as `place.latitude`.
    let slotsByPath: [String: Int]
    /// Composite attributes: their elements, by slot.
    let elements: [Int: [CompositeElement]]
    let managedObjectClass: NSManagedObject.Type
    /// Words in front of the first slot: key, version, and which of the first 64 slots are not nil.
    static let slotOffset = 3
    /// Where the bits say which of the first 64 slots are not nil. Those of further slots stand behind the slots.
    static let presenceOffset = 2
    let maskWords: Int
    /// Where the bits begin that say which slots were changed.
    let changeOffset: Int
    let stride: Int
    /// Slots whose word points to something outside the row.
    let variableSizeSlots: [Int]
    let relationshipCount: Int
    let relationshipSlots: [Int]
    let isAbstract: Bool
    fileprivate(set) var superlayout: EntityLayout?
    /// The ordinal of the entity at the top of the tree.
    fileprivate(set) var rootOrdinal = 0
    fileprivate(set) var sublayouts: [EntityLayout] = []
    private(set) var defaultRow: RowChunk!
    /// Bits of the slots that must not be nil when an object is saved.
    private(set) var requiredMask: [UInt64] = []
    private(set) var hasTransients = false
    /// Persistent to-one relationships.
    private(set) var toOneSlots: [Int] = []
    private(set) var toManySlots: [Int] = []
    /// Slots with a minimum, a maximum, a pattern or a count to check.
    private(set) var checkedSlots: [Int] = []
    /// Whether the class may override `validateValue(_:forKey:)`, so that it has to be asked about each value.
    private(set) var validatesByKey = false
    /// Whether the store computes values of the entity when it saves.
    private(set) var hasDerived = false

    struct Slot {
        let name: String
        let kind: SlotKind
        let property: NSPropertyDescription?
        let isTransient: Bool
        let isOptional: Bool
        /// The place among the relationships of the entity, or −1 for an attribute.
        let relationshipIndex: Int
        /// For an element of a composite attribute: the slot of the attribute of the entity it is part of, or −1.
        var whole = -1

        var isRelationship: Bool { relationshipIndex >= 0 }
        var isElement: Bool { whole >= 0 }
        var isToMany: Bool { kind == .toMany || kind == .orderedToMany }
    }

    /// A relationship, as the engine follows it.
    struct Link {
        /// The place among the relationships of the entity, or −1 for an attribute.
        var index: Int32 = -1
        /// The ordinal of the destination.
        var destination: Int32 = 0
        /// The slot of the inverse in the destination's layout, or −1.
        var inverse: Int32 = -1
        var inverseIsToMany = false
        var inverseIsOrdered = false
        var deleteRule = NSDeleteRule.noActionDeleteRule
    }

    init(entity: NSEntityDescription, ordinal: Int, model: ModelLayout) {
        self.entity = entity
        self.ordinal = ordinal
        self.model = model
        managedObjectClass = entity.managedObjectClass()
        isAbstract = entity.isAbstract
        let order = EntityLayout.propertyOrder(of: entity, class: managedObjectClass)
        var slots: [Slot] = []
        var relationships = 0
        for declaration in order {
            let property = entity.propertiesByName[declaration.name]
            let relationship = property as? NSRelationshipDescription
            slots.append(
                Slot(
                    name: declaration.name, kind: declaration.kind, property: property,
                    isTransient: property?.isTransient ?? true, isOptional: property?.isOptional ?? true,
                    relationshipIndex: relationship == nil ? -1 : relationships))
            if relationship != nil { relationships += 1 }
        }
        slotsByName = Dictionary(uniqueKeysWithValues: slots.indices.map { (slots[$0].name, $0) })
        // Classes know the slots of properties by their numbers, so elements stand behind them.
        elements = Self.addElements(to: &slots)
        slotsByPath = Dictionary(uniqueKeysWithValues: slots.indices.map { (slots[$0].name, $0) })
        relationshipCount = relationships
        maskWords = max(1, (slots.count + 63) / 64)
        changeOffset = Self.slotOffset + slots.count + maskWords - 1
        stride = (changeOffset + maskWords) * 8
        variableSizeSlots = slots.indices.filter { slots[$0].kind.isVariableSize }
        links = .allocate(capacity: max(slots.count, 1))
        links.initialize(repeating: Link(), count: max(slots.count, 1))
        for (index, slot) in slots.enumerated() {
            links[index].index = Int32(slot.relationshipIndex)
            links[index].deleteRule = (slot.property as? NSRelationshipDescription)?.deleteRule ?? .noActionDeleteRule
        }
        relationshipSlots = slots.indices.filter { slots[$0].isRelationship }
        self.slots = slots
    }

    deinit { links.deallocate() }

    // MARK: Bits

    /// Where the bits of 64 slots stand that say which are not nil.
    @inline(__always) func presenceWord(_ index: Int) -> Int {
        index == 0 ? Self.presenceOffset : Self.slotOffset + slots.count + index - 1
    }

    @inline(__always) func isPresent(_ slot: Int, in row: UnsafeRawPointer) -> Bool {
        let words = row.assumingMemoryBound(to: UInt64.self)
        return words[presenceWord(slot >> 6)] & (1 << UInt64(slot & 63)) != 0
    }

    @inline(__always) func setPresent(_ slot: Int, in row: UnsafeMutableRawPointer) {
        let words = row.assumingMemoryBound(to: UInt64.self)
        words[presenceWord(slot >> 6)] |= 1 << UInt64(slot & 63)
    }

    @inline(__always) func setAbsent(_ slot: Int, in row: UnsafeMutableRawPointer) {
        let words = row.assumingMemoryBound(to: UInt64.self)
        words[presenceWord(slot >> 6)] &= ~(1 << UInt64(slot & 63))
        words[Self.slotOffset + slot] = 0
    }

    @inline(__always) func isChanged(_ slot: Int, in row: UnsafeRawPointer) -> Bool {
        let words = row.assumingMemoryBound(to: UInt64.self)
        return words[changeOffset + slot >> 6] & (1 << UInt64(slot & 63)) != 0
    }

    @inline(__always) func setChanged(_ slot: Int, in row: UnsafeMutableRawPointer) {
        let words = row.assumingMemoryBound(to: UInt64.self)
        words[changeOffset + slot >> 6] |= 1 << UInt64(slot & 63)
    }

    func setUnchanged(_ slot: Int, in row: UnsafeMutableRawPointer) {
        let words = row.assumingMemoryBound(to: UInt64.self)
        words[changeOffset + slot >> 6] &= ~(1 << UInt64(slot & 63))
    }

    func clearChanged(in row: UnsafeMutableRawPointer) {
        memset(row + changeOffset * 8, 0, maskWords * 8)
    }

    func changedSlots(in row: UnsafeRawPointer) -> [Int] {
        slots.indices.filter { isChanged($0, in: row) }
    }

    @inline(__always) func word(_ slot: Int, in row: UnsafeRawPointer) -> UInt64 {
        row.assumingMemoryBound(to: UInt64.self)[Self.slotOffset + slot]
    }

    /// The word of one of the first 64 slots, which stand in the same place in every layout; nil when it is nil.
    @inline(__always) static func earlyWord(_ slot: Int, in row: UnsafeRawPointer) -> UInt64? {
        let words = row.assumingMemoryBound(to: UInt64.self)
        return words[presenceOffset] & (1 << UInt64(slot)) != 0 ? words[slotOffset + slot] : nil
    }

    @inline(__always) func setWord(_ word: UInt64, _ slot: Int, in row: UnsafeMutableRawPointer) {
        row.assumingMemoryBound(to: UInt64.self)[Self.slotOffset + slot] = word
        setPresent(slot, in: row)
    }

    @inline(__always) static func key(of row: UnsafeRawPointer) -> ObjectKey {
        ObjectKey(raw: row.assumingMemoryBound(to: UInt64.self)[0])
    }

    @inline(__always) static func setKey(_ key: ObjectKey, of row: UnsafeMutableRawPointer) {
        row.assumingMemoryBound(to: UInt64.self)[0] = key.raw
    }

    @inline(__always) static func version(of row: UnsafeRawPointer) -> Int64 {
        Int64(bitPattern: row.assumingMemoryBound(to: UInt64.self)[1])
    }

    @inline(__always) static func setVersion(_ version: Int64, of row: UnsafeMutableRawPointer) {
        row.assumingMemoryBound(to: UInt64.self)[1] = UInt64(bitPattern: version)
    }

    /// Copies one slot from a row to another of the same layout.
    func take(
        _ slot: Int, from source: UnsafeRawPointer, in sourceChunk: RowChunk,
        into target: UnsafeMutableRawPointer, in targetChunk: RowChunk
    ) {
        guard isPresent(slot, in: source) else { return setAbsent(slot, in: target) }
        let word = word(slot, in: source)
        setWord(
            slots[slot].kind.isVariableSize ? targetChunk.store(word, from: sourceChunk) : word, slot, in: target)
    }

    /// Gives transient properties the values that they have in an object that was just read.
    func clearTransients(in row: UnsafeMutableRawPointer, of chunk: RowChunk) {
        guard hasTransients else { return }
        for slot in slots.indices where slots[slot].isTransient {
            take(slot, from: defaultRow.rows, in: defaultRow, into: row, in: chunk)
        }
    }

    func isKind(of other: EntityLayout) -> Bool {
        var layout: EntityLayout? = self
        while let current = layout {
            if current === other { return true }
            layout = current.superlayout
        }
        return false
    }

    /// The layout of an entity; makes those of its model if there are none yet.
    @inline(__always) static func layout(of entity: NSEntityDescription) -> EntityLayout {
        reference(of: entity)._withUnsafeGuaranteedRef { $0 }
    }

    /// The layout of an entity, not counted: layouts live as long as the program.
    @inline(__always) static func reference(of entity: NSEntityDescription) -> Unmanaged<EntityLayout> {
        entity.layoutStorage ?? .passUnretained(makeLayout(of: entity))
    }

    private static func makeLayout(of entity: NSEntityDescription) -> EntityLayout {
        guard let model = entity.model, let layout = ModelLayout.layout(of: model).layout(of: entity) else {
            preconditionFailure(
                "The entity \(entity.name ?? "") belongs to no model. Add it to a model's entities first.")
        }
        return layout
    }

    var root: EntityLayout { model[rootOrdinal] }

    /// This entity and all below it.
    var family: [EntityLayout] { [self] + sublayouts.flatMap(\.family) }

    /// Says what is wrong when a key is not one of the entity's, and what to do.
    func unknownKey(_ key: String) -> String {
        if entity.propertiesByName[key] is NSFetchedPropertyDescription {
            return "“\(key)” of \(entity.name ?? "") is a fetched property, which can only be read from an object. "
                + "Write its predicate in place of it."
        }
        return "The entity \(entity.name ?? "") has no property “\(key)”. Check the spelling against the model, "
            + "or define the property in a subclass and override value(forKey:)."
    }
}

// MARK: - Making layouts

extension EntityLayout {
    func link() {
        superlayout = entity.superentity.flatMap { model.layout(of: $0) }
        var root = entity
        while let parent = root.superentity { root = parent }
        rootOrdinal = model.layout(of: root)?.ordinal ?? ordinal
        sublayouts = entity.subentities.compactMap { model.layout(of: $0) }
        for (index, slot) in slots.enumerated() {
            guard let relationship = slot.property as? NSRelationshipDescription,
                let destination = relationship.destinationEntity.flatMap({ model.layout(of: $0) })
            else { continue }
            links[index].destination = Int32(destination.ordinal)
            if let inverse = relationship.inverseRelationship,
                let inverseSlot = destination.slotsByName[inverse.name]
            {
                links[index].inverse = Int32(inverseSlot)
                links[index].inverseIsToMany = inverse.isToMany
                links[index].inverseIsOrdered = inverse.isOrdered
            }
        }
    }

    /// Fills in what needs the layouts of other entities, and the row that new objects start from.
    func finish() {
        func mask(_ isIn: (Slot) -> Bool) -> [UInt64] {
            var words = [UInt64](repeating: 0, count: maskWords)
            for (index, slot) in slots.enumerated() where isIn(slot) {
                words[index >> 6] |= 1 << UInt64(index & 63)
            }
            return words
        }
        requiredMask = mask {
            // Composite attributes have no value of their own, and are checked with their elements.
            !$0.isOptional && !$0.isToMany && !$0.isTransient && $0.property != nil && $0.kind != .composite
                && !$0.isElement
        }
        hasTransients = slots.contains { $0.isTransient }
        hasDerived = slots.contains { $0.property is NSDerivedAttributeDescription }
        validatesByKey = mayOverride
        toOneSlots = slots.indices.filter { slots[$0].kind == .toOne && !slots[$0].isTransient }
        toManySlots = slots.indices.filter { slots[$0].isToMany && !slots[$0].isTransient }
        checkedSlots = slots.indices.filter { index in
            guard let property = slots[index].property, !slots[index].isElement else { return false }
            if slots[index].kind == .composite { return hasElementsToCheck(index) }
            if slots[index].isToMany, let relationship = property as? NSRelationshipDescription {
                return relationship.minCount > 0 || relationship.maxCount > 0 || !relationship.isOptional
            }
            return !property.validationPredicates.isEmpty
        }
        let chunk = RowChunk(layout: self, capacity: 1)
        let row = chunk.appendRow(key: ObjectKey(raw: 0), version: 0)
        // Elements stand at the end, and what their composite attribute says of itself counts.
        for (index, slot) in slots.enumerated().reversed() {
            guard let attribute = slot.property as? NSAttributeDescription,
                let value = attribute.defaultValue
            else { continue }
            SlotCoding.store(value, slot: index, layout: self, chunk: chunk, row: row)
        }
        chunk.freeze()
        defaultRow = chunk
    }

    /// Whether the class, or one above it, is written by hand.
    private var mayOverride: Bool {
        if superlayout?.mayOverride == true { return true }
        return managedObjectClass != NSManagedObject.self
            && ManagedModelRegistry.registeredClass(of: managedObjectClass)?.isGenerated != true
    }

    /// The entity's properties in the order of their slots.
    ///
    /// The order is that of the generated class, if there is one; what the class does not know comes behind, so
    /// that a class works with an older or newer model too. A slot the model lacks stays empty.
    private static func propertyOrder(
        of entity: NSEntityDescription, class type: NSManagedObject.Type
    ) -> [SlotDeclaration] {
        var order = ManagedModelRegistry.registeredClass(of: type)?.slots ?? []
        var known = Set(order.map(\.name))
        for declaration in order {
            guard let property = entity.propertiesByName[declaration.name] else { continue }
            let kind = SlotKind(property)
            precondition(
                kind == declaration.kind,
                "The class \(type) was generated for “\(declaration.name)” as \(declaration.kind), but the "
                    + "entity \(entity.name ?? "") has it as \(kind). Generate the class from this model, or "
                    + "give the entity another class.")
        }
        for declaration in ownOrder(of: entity) where known.insert(declaration.name).inserted {
            order.append(declaration)
        }
        return order
    }

    private static func ownOrder(of entity: NSEntityDescription) -> [SlotDeclaration] {
        let inherited = entity.superentity.map(ownOrder(of:)) ?? []
        let names = Set(inherited.map(\.name))
        return inherited
            + entity.propertiesByName.values
            .filter { !($0 is NSFetchedPropertyDescription) && !names.contains($0.name) }
            .sorted { $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars) }
            .map { SlotDeclaration($0.name, SlotKind($0)) }
    }
}
