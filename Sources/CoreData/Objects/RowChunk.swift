import Foundation

/// The rows of a few objects of one entity, laid side by side in one piece of memory.
///
/// A row is a run of 8-byte words: the key, the version (`Z_OPT`), the bits that say which of the first 64 slots are
/// not nil, a word for each property, such bits of further slots, and the bits that say which slots were changed.
/// Text and bytes stand in a heap that the rows of a chunk share; a slot holds their offset and length. Values that are
/// long, or are objects, stand in `boxes`, and the slot holds an index.
///
/// A chunk is written by one context, on its queue. It is `freeze`d when a row of it becomes a committed
/// snapshot: from then on nothing in it changes, and any thread may read it.
final class RowChunk {
    /// Layouts live as long as the program: see `ModelLayout`.
    unowned(unsafe) let layout: EntityLayout
    let rows: UnsafeMutableRawPointer
    let capacity: Int
    /// The keys of the rows that this chunk stands in for; it has none itself then.
    private(set) var awaited: [ObjectKey] = []
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) private(set) var isFrozen = false

    @exclusivity(unchecked) private var heap: UnsafeMutablePointer<UInt8>?
    @exclusivity(unchecked) private(set) var heapCount = 0
    @exclusivity(unchecked) private var heapCapacity = 0
    @exclusivity(unchecked) private var boxes: ContiguousArray<AnyObject> = []

    /// Values longer than this are kept by reference, so that a copy of a row never copies them.
    static let longestInlineValue = 4096
    private static let boxFlag: UInt64 = 1 << 63

    /// - Parameters:
    ///   - layout: of the entity of its rows.
    ///   - capacity: how many rows it has room for.
    ///   - heapCapacity: how many bytes of text and the like it has room for at first.
    init(layout: EntityLayout, capacity: Int, heapCapacity: Int = 0) {
        self.layout = layout
        self.capacity = capacity
        rows = .allocate(byteCount: capacity * layout.stride, alignment: 8)
        if heapCapacity > 0 {
            heap = .allocate(capacity: heapCapacity)
            self.heapCapacity = heapCapacity
        }
    }

    /// Makes a chunk that stands in for rows which are read together when one of them is: faults point at it.
    convenience init(layout: EntityLayout, awaiting keys: [ObjectKey]) {
        self.init(layout: layout, capacity: 0)
        awaited = keys
    }

    deinit {
        rows.deallocate()
        heap?.deallocate()
    }

    var isFull: Bool { count == capacity || isFrozen }

    func freeze() { isFrozen = true }

    /// Where the next row will stand.
    @inline(__always) private var nextRow: UnsafeMutableRawPointer { rows + count * layout.stride }

    /// Takes the next row, all slots nil.
    func appendRow(key: ObjectKey, version: Int64) -> UnsafeMutableRawPointer {
        appendRow(key: key, version: version, stride: layout.stride)
    }

    /// - Parameter stride: the length of a row, for those who have it at hand.
    @inline(__always) func appendRow(key: ObjectKey, version: Int64, stride: Int) -> UnsafeMutableRawPointer {
        let row = rows + count * stride
        count += 1
        memset(row, 0, stride)
        let words = row.assumingMemoryBound(to: UInt64.self)
        words[0] = key.raw
        words[1] = UInt64(bitPattern: version)
        return row
    }

    // MARK: Text and bytes

    /// Copies `bytes` into the heap and returns the word that finds them again.
    @inline(__always) func store(_ bytes: UnsafeRawPointer, count: Int) -> UInt64 {
        if count > Self.longestInlineValue { return store(box: LongValue(bytes, count: count)) }
        if heapCount + count > heapCapacity { growHeap(by: count) }
        let offset = heapCount
        // An empty value needs no heap: nothing is copied, and length 0 is never read.
        if count > 0, let heap { memcpy(heap + offset, bytes, count) }
        heapCount += count
        return UInt64(offset) << 32 | UInt64(count)
    }

    private func growHeap(by count: Int) {
        let newCapacity = max(heapCapacity * 2, heapCount + count, min(capacity, 16) * 32)
        let newHeap = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        if let heap {
            newHeap.update(from: heap, count: heapCount)
            heap.deallocate()
        }
        heap = newHeap
        heapCapacity = newCapacity
    }

    func store(box: AnyObject) -> UInt64 {
        boxes.append(box)
        return Self.boxFlag | UInt64(boxes.count - 1)
    }

    @inline(__always) func withBytes<R>(_ word: UInt64, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        body(bytes(word))
    }

    /// The bytes of a value. They stay where they are until the chunk goes or takes another value.
    @inline(__always) func bytes(_ word: UInt64) -> UnsafeRawBufferPointer { inlineBytes(word) ?? longBytes(word) }

    private func longBytes(_ word: UInt64) -> UnsafeRawBufferPointer {
        (box(word) as? LongValue)?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// The bytes of a value that stands in the heap; nil for one that stands in a box. They stay where they are until
    /// the chunk goes or takes another value.
    @inline(__always) func inlineBytes(_ word: UInt64) -> UnsafeRawBufferPointer? {
        guard word & Self.boxFlag == 0 else { return nil }
        let length = Int(word & 0xFFFF_FFFF)
        guard let heap, length > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: heap + Int(word >> 32), count: length)
    }

    func box(_ word: UInt64) -> AnyObject { boxes[Int(word & ~Self.boxFlag)] }

    @inline(__always) func string(_ word: UInt64) -> String {
        withBytes(word) { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: Copying rows

    /// Copies a row of another chunk of the same layout, so that it can be changed here.
    func appendCopy(of row: UnsafeRawPointer, in source: RowChunk) -> UnsafeMutableRawPointer {
        let copy = nextRow
        count += 1
        memcpy(copy, row, layout.stride)
        for slot in layout.variableSizeSlots where layout.isPresent(slot, in: copy) {
            let words = copy.assumingMemoryBound(to: UInt64.self)
            let index = EntityLayout.slotOffset + slot
            words[index] = store(words[index], from: source)
        }
        return copy
    }

    /// Takes over a text, bytes or object from another chunk.
    func store(_ word: UInt64, from source: RowChunk) -> UInt64 {
        // What stands here stays as it is, so two rows may share it; and copying it could move what is copied from.
        if source === self { return word }
        if word & Self.boxFlag != 0 { return store(box: source.box(word)) }
        return source.withBytes(word) { bytes in
            // An empty value has no address; its length alone says everything.
            guard let start = bytes.baseAddress else { return 0 }
            return store(start, count: bytes.count)
        }
    }
}

/// A text or a run of bytes too long to be copied with its row.
final class LongValue {
    let bytes: UnsafeRawBufferPointer

    init(_ start: UnsafeRawPointer, count: Int) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
        copy.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
        bytes = UnsafeRawBufferPointer(copy)
    }

    deinit { bytes.deallocate() }
}
