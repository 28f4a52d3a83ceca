import Foundation

/// Which properties an update changed, as `ACHANGE.ZCOLUMNS` has them: a bit a property, the first in the highest
/// bit of the first byte.
///
/// The order is that of stores that Apple's framework wrote: to-one relationships, then attributes, then to-many
/// relationships. Within each of the three no such store says more, so it is by name there.
struct HistoryColumns {
    /// The slots in the order of the bits.
    private let slots: [Int]
    /// The place of each slot among the bits; −1 for what no store keeps.
    private let places: [Int]

    init(_ layout: EntityLayout) {
        func group(_ slot: EntityLayout.Slot) -> Int { slot.kind == .toOne ? 0 : slot.isToMany ? 2 : 1 }
        slots = layout.slots.indices
            .filter { layout.slots[$0].property != nil && !layout.slots[$0].isTransient }
            .sorted { a, b in
                let (first, second) = (layout.slots[a], layout.slots[b])
                return (group(first), first.name) < (group(second), second.name)
            }
        var places = Array(repeating: -1, count: layout.slots.count)
        for (place, slot) in slots.enumerated() { places[slot] = place }
        self.places = places
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
