import Foundation
import Garden

/// An item's picture: a dialog over its list.
enum ItemPictureScreen {
    static func show(_ visit: Visit) throws -> Answer { .page(try page(visit)) }

    static func save(_ visit: Visit) throws -> Answer {
        let list = try visit.id("list")
        do {
            let item = try visit.garden.items(of: list).setPicture(try visit.id(), to: try visit.chosenPicture())
            return .moved(.list(list).showing(row: item.id))
        } catch GardenError.invalid(let errors) {
            return .page(try page(visit, problem: errors.first?.message), .unprocessableContent)
        }
    }

    static func remove(_ visit: Visit) throws -> Answer {
        let list = try visit.id("list")
        let item = try visit.garden.items(of: list).removePicture(try visit.id())
        return .moved(.list(list).showing(row: item.id))
    }

    private static func page(_ visit: Visit, problem: String? = nil) throws -> Page {
        let list = try visit.id("list")
        let item = try visit.garden.items(of: list).item(try visit.id())
        let dialog = PictureDialog(
            name: item.name, location: .picture(ofItem: item.id, of: list), pictureID: item.pictureID,
            cancel: .list(list), problem: problem)
        return try ListScreen.page(visit, list: list, under: dialog.html)
    }
}
