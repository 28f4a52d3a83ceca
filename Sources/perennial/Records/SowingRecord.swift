import Foundation
import Garden

/// A sowing as machines see it.
struct SowingRecord: Encodable {
    let id: UUID
    let plant: UUID
    let date: String
    let seeds: Int
    let note: String

    init(_ row: SowingRow) {
        id = row.id
        plant = row.plantID
        date = row.date.iso
        seeds = row.numberOfSeeds
        note = row.note
    }
}
