import Foundation
import Garden

/// A plant's picture: a dialog over the plant.
enum PlantPictureScreen {
    static func show(_ visit: Visit) throws -> Answer { .page(try page(visit)) }

    static func save(_ visit: Visit) throws -> Answer {
        do {
            let plant = try visit.garden.plant(try visit.id()).setPicture(to: try visit.chosenPicture())
            return .moved(.plant(plant.id))
        } catch GardenError.invalid(let errors) {
            return .page(try page(visit, problem: errors.first?.message), .unprocessableContent)
        }
    }

    static func remove(_ visit: Visit) throws -> Answer {
        .moved(.plant(try visit.garden.plant(try visit.id()).removePicture().id))
    }

    private static func page(_ visit: Visit, problem: String? = nil) throws -> Page {
        var page = try PlantScreen.page(visit)
        let plant = try visit.garden.plant(try visit.id()).plant()
        page.isCovered = true
        page.dialogs =
            PictureDialog(
                name: plant.name, location: .picture(ofPlant: plant.id), pictureID: plant.pictureID,
                cancel: .plant(plant.id), problem: problem
            ).html
        return page
    }
}
