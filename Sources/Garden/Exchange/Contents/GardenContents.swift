import Foundation

/// What a file of an export holds, whichever its format, and the garden as it is written to one.
///
/// Nil stands for what a file does not say: an id in a list somebody typed, a note in a table without such a column.
struct GardenContents: Sendable {
    var plants: [FilePlant] = []
    var lists: [FileList] = []

    /// Whether there are pictures in it.
    var hasPictures: Bool {
        plants.contains { $0.picture != nil } || lists.contains { $0.items.contains { $0.picture != nil } }
    }

    /// The picture at a place, and whose it is.
    func picture(at place: FilePlace) -> (picture: FilePicture, name: String)? {
        if let child = place.child {
            let item = lists[place.parent].items[child]
            return item.picture.map { ($0, item.name) }
        }
        let plant = plants[place.parent]
        return plant.picture.map { ($0, plant.name.name) }
    }

    /// How many plants, sowings, lists and items there are together.
    var recordCount: Int {
        plants.reduce(plants.count) { $0 + $1.sowings.count } + lists.reduce(lists.count) { $0 + $1.items.count }
    }
}

/// A plant in a file.
struct FilePlant: Sendable {
    var id: UUID?
    var name: PlantForm
    var picture: FilePicture?
    var sowings: [FileSowing] = []
}

/// A sowing in a file.
struct FileSowing: Sendable {
    var id: UUID?
    var day: CalendarDay
    /// 0 to 32,767.
    var seeds: Int
    var note: String?
    var createdAt: Date?
}

/// A list in a file.
struct FileList: Sendable {
    var id: UUID?
    var name: String
    var items: [FileItem] = []
}

/// An item in a file.
struct FileItem: Sendable {
    var id: UUID?
    var name: String
    var isDone: Bool?
    var picture: FilePicture?
}
