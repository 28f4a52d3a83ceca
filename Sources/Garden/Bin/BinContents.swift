import Foundation

/// What is kept of deleted things to bring them back: the `contents` of a `Deletion`.
struct BinContents: Codable {
    /// A deleted plant.
    struct PlantCopy: Codable {
        var id: UUID
        var genus: String
        var species: String
        var picture: PictureCopy?
        var version: Int64
    }

    /// A deleted sowing, or one that went with its plant.
    struct SowingCopy: Codable {
        var id: UUID
        var plantID: UUID
        var day: String
        var seeds: Int16
        var note: String
        var createdAt: Date
        var version: Int64
    }

    /// A deleted list.
    struct ListCopy: Codable {
        var id: UUID
        var name: String
        var version: Int64
    }

    /// A deleted item, or one that went with its list.
    struct ItemCopy: Codable {
        var id: UUID
        var listID: UUID
        var name: String
        var isDone: Bool
        var picture: PictureCopy?
        var version: Int64
    }

    /// The picture of something deleted.
    struct PictureCopy: Codable {
        var id: UUID
        var image: Data
        var thumbnail: Data
    }

    var plant: PlantCopy?
    var sowings: [SowingCopy]?
    var list: ListCopy?
    var items: [ItemCopy]?
}

extension BinContents {
    /// A binary property list, which holds pictures as they are.
    func encoded() throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return try encoder.encode(self)
    }

    /// - Parameter data: what `encoded()` gave, or the JSON that earlier gardens have.
    init(encoded data: Data) throws {
        self =
            try data.starts(with: Data("{".utf8))
            ? JSONDecoder().decode(Self.self, from: data) : PropertyListDecoder().decode(Self.self, from: data)
    }
}

extension BinContents.PlantCopy {
    init(_ plant: Plant) {
        self.init(
            id: plant.id ?? .missing, genus: plant.genus ?? "", species: plant.species ?? "",
            picture: .init(plant), version: plant.version)
    }
}

extension BinContents.SowingCopy {
    init(_ seed: Seed) {
        self.init(
            id: seed.id ?? .missing, plantID: seed.plantID ?? .missing, day: seed.day.iso,
            seeds: seed.numberOfSeeds, note: seed.note ?? "", createdAt: seed.createdAt ?? .distantPast,
            version: seed.version)
    }
}

extension BinContents.ListCopy {
    init(_ list: Lists) {
        self.init(id: list.id ?? .missing, name: list.name ?? "", version: list.version)
    }
}

extension BinContents.ItemCopy {
    init(_ item: Item) {
        self.init(
            id: item.id ?? .missing, listID: item.listID ?? .missing, name: item.name ?? "",
            isDone: item.isDone, picture: .init(item), version: item.version)
    }
}

extension BinContents.PictureCopy {
    init?(_ owner: some Pictured) {
        guard let id = owner.imageID, let image = owner.image, let thumbnail = owner.thumbnail else { return nil }
        self.init(id: id, image: image, thumbnail: thumbnail)
    }
}
