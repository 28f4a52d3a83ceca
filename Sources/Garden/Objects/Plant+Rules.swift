import CoreData
import Foundation

extension Plant {
    /// A new plant without sowings. `genus` and `species` are tidied.
    convenience init(in context: NSManagedObjectContext, id: UUID, genus: String, species: String) {
        self.init(context: context)
        self.id = id
        version = 0
        setName(genus: genus, species: species)
    }

    /// Gives the plant a name, with all that follows from it.
    func setName(genus: String, species: String) {
        self.genus = genus
        self.species = species
        genusKey = NameKey.botanical(genus)
        nameKey = NameKey.plant(genus: genus, species: species)
        sortKey = SortKey.plant(genus: genus, species: species)
        searchKey = SearchKey.plant(genus: genus, species: species)
        version += 1
    }

    /// Keeps the numbers a plant's row shows right when sowings come, change or go.
    func adjust(sowings: Int, seeds: Int) {
        guard sowings != 0 || seeds != 0 else { return }
        sowingCount = Int32(clamping: max(0, Int(sowingCount) + sowings))
        seedTotal = max(0, seedTotal + Int64(seeds))
        version += 1
    }

    /// The plant as a row.
    var row: PlantRow {
        PlantRow(
            id: id ?? .missing, genus: genus ?? "", species: species ?? "", sowingCount: Int(sowingCount),
            seedTotal: Int(seedTotal), pictureID: imageID, version: Int(version), sectionKey: genusKey ?? "",
            cursor: RowCursor(key: sortKey ?? ""))
    }
}
