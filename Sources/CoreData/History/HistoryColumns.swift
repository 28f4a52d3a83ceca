import Foundation

/// Which properties an update changed, as `ACHANGE.ZCOLUMNS` has them: a bit a property, the first in the highest
/// bit of the first byte.
///
/// The order is that of stores that Apple's framework wrote: to-one relationships, then attributes, then to-many
/// relationships. Inherited properties come first, and each group is by name, as in the numbers that the archived
/// models of such stores give to properties.
struct HistoryColumns {
    /// The slots in the order of the bits.
    private let slots: [Int]
    /// The place of each slot among the bits; −1 for what no store keeps.
    private let places: [Int]

    init(_ layout: EntityLayout) {
        slots = Self.names(layout).compactMap { layout.slotsByName[$0] }
        var places = Array(repeating: -1, count: layout.slots.count)
        for (place, slot) in slots.enumerated() { places[slot] = place }
        for slot in layout.slots.indices { places[slot] = places[layout.whole(slot)] }
        self.places = places
    }

    /// The names of the properties that a store keeps, in order.
    private static func names(_ layout: EntityLayout) -> [String] {
        let inherited = layout.superlayout.map(names) ?? []
        func group(_ slot: EntityLayout.Slot) -> Int { slot.kind == .toOne ? 0 : slot.isToMany ? 2 : 1 }
        let own = layout.slots.filter { slot in
            slot.property != nil && !slot.isTransient && !slot.isElement
                && layout.superlayout?.slotsByName[slot.name] == nil
        }
        return inherited + own.sorted { (group($0), $0.name) < (group($1), $1.name) }.map(\.name)
    }

    /// The bytes of a mask that has a bit for each changed slot.
    func bytes(of mask: [UInt64]) -> Data {
        var bytes = Data(count: (slots.count + 7) / 8)
        for (index, word) in mask.enumerated() {
            var bits = word
            while bits != 0 {
                let place = places[index * 64 + bits.trailingZeroBitCount]
                if place >= 0 { bytes[place / 8] |= 0x80 >> UInt8(place % 8) }
                bits &= bits - 1
            }
        }
        return bytes
    }

    /// The slots that bytes from a store name. What the model does not have is passed over.
    func slots(in bytes: Data) -> [Int] {
        slots.indices.filter { place in
            place / 8 < bytes.count && bytes[bytes.startIndex + place / 8] & (0x80 >> UInt8(place % 8)) != 0
        }.map { slots[$0] }
    }
}
