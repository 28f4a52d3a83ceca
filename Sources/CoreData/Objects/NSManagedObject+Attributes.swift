import Foundation

// The accessors that generated code calls. A slot is the place of a property in its entity: superentity's
// properties first, then the entity's own by name. They go beyond Apple's API, where the runtime makes the
// accessors; what is not nil in the model but nil in the row reads as zero.
extension NSManagedObject {
    @inline(__always) private final func word(_ slot: Int) -> UInt64? {
        checkQueue(slot)
        // The usual case needs nothing but the row.
        if slot < 64, state.rawValue & State.fault.rawValue == 0, let row {
            return EntityLayout.earlyWord(slot, in: row)
        }
        return wordOfFault(slot)
    }

    @inline(never) private final func wordOfFault(_ slot: Int) -> UInt64? {
        guard let row = readableRow() ?? standaloneRow(slot) else { return nil }
        if slot < 64 { return EntityLayout.earlyWord(slot, in: row) }
        return layout.isPresent(slot, in: row) ? layout.word(slot, in: row) : nil
    }

    private final func standaloneRow(_ slot: Int) -> UnsafeMutableRawPointer? {
        if state.contains(.recording) { return KeyPathRecorder.row(of: self, reading: slot) }
        standAlone()
        return row
    }

    private final func standaloneRowToWrite() -> UnsafeMutableRawPointer? {
        if state.contains(.recording) { return nil }
        standAlone()
        return row
    }

    @inline(__always) private final func setWord(_ slot: Int, _ make: (RowChunk) -> UInt64?) {
        checkQueue(slot)
        guard let row = writableRow() ?? standaloneRowToWrite(), let chunk else { return }
        if let word = make(chunk) {
            layout.setWord(word, slot, in: row)
        } else {
            layout.setAbsent(slot, in: row)
        }
        markChanged(slot, in: row)
    }

    @inline(__always) private final func integer(_ slot: Int) -> Int64 {
        word(slot).map { Int64(bitPattern: $0) } ?? 0
    }

    /// The value of an Integer 16 property; 0 when it is nil.
    public final func int16(at slot: Int) -> Int16 { Int16(clamping: integer(slot)) }
    /// Sets an Integer 16 property.
    public final func setInt16(_ value: Int16, at slot: Int) {
        setWord(slot) { _ in UInt64(bitPattern: Int64(value)) }
    }

    /// The value of an Integer 32 property; 0 when it is nil.
    public final func int32(at slot: Int) -> Int32 { Int32(clamping: integer(slot)) }
    /// Sets an Integer 32 property.
    public final func setInt32(_ value: Int32, at slot: Int) {
        setWord(slot) { _ in UInt64(bitPattern: Int64(value)) }
    }

    /// The value of an Integer 64 property; 0 when it is nil.
    public final func int64(at slot: Int) -> Int64 { integer(slot) }
    /// Sets an Integer 64 property.
    public final func setInt64(_ value: Int64, at slot: Int) {
        setWord(slot) { _ in UInt64(bitPattern: value) }
    }

    /// The value of a Boolean property; false when it is nil.
    public final func bool(at slot: Int) -> Bool { integer(slot) != 0 }
    /// Sets a Boolean property.
    public final func setBool(_ value: Bool, at slot: Int) { setWord(slot) { _ in value ? 1 : 0 } }

    /// The value of a Double property, or of a Date property as seconds since 2001; 0 when it is nil.
    public final func double(at slot: Int) -> Double { word(slot).map { Double(bitPattern: $0) } ?? 0 }
    /// Sets a Double property, or a Date property in seconds since 2001.
    public final func setDouble(_ value: Double, at slot: Int) { setWord(slot) { _ in value.bitPattern } }

    /// The value of a Float property; 0 when it is nil.
    public final func float(at slot: Int) -> Float { Float(double(at: slot)) }
    /// Sets a Float property.
    public final func setFloat(_ value: Float, at slot: Int) {
        setWord(slot) { _ in Double(value).bitPattern }
    }

    /// The value of a number property that may be nil.
    public final func number(at slot: Int) -> NSNumber? { storedValue(at: slot) as? NSNumber }
    /// Sets a number property that may be nil.
    public final func setNumber(_ value: NSNumber?, at slot: Int) { setStoredValue(value, at: slot) }

    /// The value of a String property.
    public final func string(at slot: Int) -> String? {
        guard let word = word(slot) else { return nil }
        // The object holds the chunk while the text is copied.
        if let bytes = chunk?.inlineBytes(word) { return String(decoding: bytes, as: UTF8.self) }
        return chunk?.string(word)
    }
    /// Sets a String property.
    public final func setString(_ value: String?, at slot: Int) {
        setWord(slot) { chunk in
            guard var value else { return nil }
            return value.withUTF8 { bytes in
                bytes.baseAddress.map { chunk.store($0, count: bytes.count) } ?? 0
            }
        }
    }

    /// The value of a Date property.
    public final func date(at slot: Int) -> Date? {
        word(slot).map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
    }
    /// Sets a Date property.
    public final func setDate(_ value: Date?, at slot: Int) {
        setWord(slot) { _ in value?.timeIntervalSinceReferenceDate.bitPattern }
    }

    /// The value of a UUID property.
    public final func uuid(at slot: Int) -> UUID? {
        guard let word = word(slot) else { return nil }
        // The object holds the chunk while the bytes are copied.
        if let bytes = chunk?.inlineBytes(word), bytes.count == 16 {
            return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
        return chunk.flatMap { SlotCoding.uuid(word, in: $0) }
    }
    /// Sets a UUID property.
    public final func setUUID(_ value: UUID?, at slot: Int) {
        setWord(slot) { chunk in
            guard let value else { return nil }
            // A UUID's bytes have an address: there are sixteen.
            return withUnsafeBytes(of: value.uuid) { chunk.store($0.baseAddress!, count: 16) }
        }
    }

    /// The value of a URI property.
    public final func url(at slot: Int) -> URL? { storedValue(at: slot) as? URL }
    /// Sets a URI property.
    public final func setURL(_ value: URL?, at slot: Int) { setStoredValue(value, at: slot) }

    /// The value of a Binary Data property.
    public final func data(at slot: Int) -> Data? {
        guard let word = word(slot), let chunk else { return nil }
        return chunk.withBytes(word) { Data($0) }
    }
    /// Sets a Binary Data property.
    public final func setData(_ value: Data?, at slot: Int) { setStoredValue(value, at: slot) }

    /// The value of a Decimal property.
    public final func decimal(at slot: Int) -> NSDecimalNumber? { storedValue(at: slot) as? NSDecimalNumber }
    /// Sets a Decimal property.
    public final func setDecimal(_ value: NSDecimalNumber?, at slot: Int) { setStoredValue(value, at: slot) }

    /// The value of a Transformable property.
    public final func transformable(at slot: Int) -> Any? {
        layout.slots[slot].isRelationship ? modelledValue(forKey: layout.slots[slot].name) : storedValue(at: slot)
    }
    /// Sets a Transformable property.
    public final func setTransformable(_ value: Any?, at slot: Int) {
        // Of a class whose model is made in code it is not known which properties are relationships.
        if layout.slots[slot].isRelationship { return setModelledValue(value, forKey: layout.slots[slot].name) }
        setStoredValue(value, at: slot)
    }

    /// The values of a Composite property, by element name.
    public final func composite(at slot: Int) -> [String: Any]? { storedValue(at: slot) as? [String: Any] }
    /// Sets a Composite property.
    public final func setComposite(_ value: [String: Any]?, at slot: Int) { setStoredValue(value, at: slot) }

    // MARK: Any kind

    /// The value of an attribute of any kind.
    final func storedValue(at slot: Int) -> Any? {
        checkQueue(slot)
        guard let row = readableRow() ?? standaloneRow(slot), let chunk else { return nil }
        return SlotCoding.value(slot: slot, layout: layout, chunk: chunk, row: row)
    }

    /// Sets an attribute of any kind; a value of another type than the model's is a programming error.
    final func setStoredValue(_ value: Any?, at slot: Int) {
        checkQueue(slot)
        guard let row = writableRow() ?? standaloneRowToWrite(), let chunk else { return }
        precondition(
            SlotCoding.store(value, slot: slot, layout: layout, chunk: chunk, row: row),
            "“\(layout.slots[slot].name)” of \(layout.entity.name ?? "") is a \(layout.slots[slot].kind) and "
                + "cannot hold a \(value.map { "\(type(of: $0))" } ?? "nil"). Convert the value first.")
        markChanged(slot, in: row)
        if layout.slots[slot].kind == .composite { markElementsChanged(slot, in: row) }
    }

    /// Marks the elements of a composite attribute, which changes as a whole.
    final func markElementsChanged(_ slot: Int, in row: UnsafeMutableRawPointer) {
        for element in layout.elements[slot] ?? [] {
            markChanged(element.slot, in: row)
            markElementsChanged(element.slot, in: row)
        }
    }
}
