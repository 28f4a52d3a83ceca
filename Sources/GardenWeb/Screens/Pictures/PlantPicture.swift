import Foundation
import Garden

/// The picture beside a plant's name, or the way to give it one. A part of the page that changes by itself.
struct PlantPicture {
    let plant: PlantRow

    /// What it is called among the parts of a page.
    static func key(_ plant: UUID) -> String { LiveChannel.plant(plant).name + "/picture" }

    var html: HTML {
        let location = Location.picture(ofPlant: plant.id)
        return div(.class("portrait"), .string("data-part", Self.key(plant.id))) {
            if let pictureID = plant.pictureID {
                PictureLink(pictureID: pictureID, name: plant.name, location: location).html
            } else {
                link(.class("face"), .href(location), .flag("data-dialog"), .label("Add Picture")) { Icon.camera }
            }
        }
    }
}
