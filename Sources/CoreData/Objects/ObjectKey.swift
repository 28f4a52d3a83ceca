/// Where a row is: the store, the entity and the primary key, packed in one word.
///
/// 8 bits name the store (its place in the coordinator), 16 the entity (its place in the model), 40 the
/// primary key, signed: keys of objects that were never saved are negative. A to-one slot of a row holds the
/// `raw` value of its destination; 0 stands for no object.
struct ObjectKey: Hashable {
    var raw: UInt64

    /// The greatest primary key a store may hold: 2³⁹ − 1, about 549 thousand million.
    static let maximumPrimaryKey: Int64 = (1 << 39) - 1

    @inline(__always) init(raw: UInt64) { self.raw = raw }

    @inline(__always) init(store: Int, entity: Int, primaryKey: Int64) {
        raw = UInt64(store) << 56 | UInt64(entity) << 40 | UInt64(bitPattern: primaryKey) & 0xFF_FFFF_FFFF
    }

    @inline(__always) var store: Int { Int(raw >> 56) }
    @inline(__always) var entity: Int { Int(raw >> 40 & 0xFFFF) }
    @inline(__always) var primaryKey: Int64 { Int64(bitPattern: raw << 24) >> 24 }
    @inline(__always) var isTemporary: Bool { raw & 0x80_0000_0000 != 0 }

    @inline(__always) static func == (a: ObjectKey, b: ObjectKey) -> Bool { a.raw == b.raw }
    func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}
