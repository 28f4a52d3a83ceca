import Foundation
import Garden

/// A plant as machines see it.
struct PlantRecord: Encodable {
    let id: UUID
    let genus: String
    let species: String
    let name: String
    let sowings: Int
    let seeds: Int

    init(_ row: PlantRow) {
        id = row.id
        genus = row.genus
        species = row.species
        name = row.name
        sowings = row.sowingCount
        seeds = row.seedTotal
    }
}
