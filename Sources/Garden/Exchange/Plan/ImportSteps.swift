import Foundation

/// What has to be done to bring a file in.
struct ImportSteps {
    /// A plant or list that is to be made.
    struct NewThing {
        let id: UUID
        /// Its place among the file's plants or lists.
        let place: Int
    }

    /// A sowing or item of the file: the place of its plant or list there, and its own place in that.
    struct Place: Hashable {
        let parent: Int
        let child: Int
    }

    /// A sowing or item that is to be made, or given the file's values.
    struct Child {
        let id: UUID
        /// The plant or list it belongs to then.
        let parentID: UUID
        let place: Place
    }

    var newPlants: [NewThing] = []
    /// Those that get the file's names.
    var changedPlants: [NewThing] = []
    var newSowings: [Child] = []
    var changedSowings: [Child] = []
    var newLists: [NewThing] = []
    var changedLists: [NewThing] = []
    var newItems: [Child] = []
    var changedItems: [Child] = []
    /// The versions of what was there when it was compared, by id: of all that will be changed or added to.
    var versions: [UUID: Int] = [:]

    /// Where the pictures stand that are to be kept.
    func picturePlaces(in file: GardenContents) -> [FilePlace] {
        let plants = (newPlants + changedPlants).map { FilePlace(parent: $0.place, child: nil) }
        let items = (newItems + changedItems).map { FilePlace(parent: $0.place.parent, child: $0.place.child) }
        return (plants + items).filter { file.picture(at: $0) != nil }
    }

    /// How many things are to be made or changed.
    var count: Int {
        newPlants.count + changedPlants.count + newSowings.count + changedSowings.count + newLists.count
            + changedLists.count + newItems.count + changedItems.count
    }
}
