import Foundation
import Pictures

extension ItemViewModel {
    /// Gives an item a picture, in place of the one it has.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - file: What was chosen: a JPEG, PNG, WebP or GIF of at most 10 MB.
    /// - Throws: `GardenError.invalid` with what is wrong with the file, `.gone`.
    public func setPicture(_ id: UUID, to file: Data) throws -> ItemRow {
        _ = try item(id)
        let picture = try container.picture(file)
        return try container.write { context in
            let item = try context.existingItem(id, in: listID)
            item.setPicture(picture)
            return item.row
        }
    }

    /// Takes an item's picture away.
    ///
    /// - Throws: `GardenError.gone` when the item is.
    public func removePicture(_ id: UUID) throws -> ItemRow {
        try container.write { context in
            let item = try context.existingItem(id, in: listID)
            if item.imageID != nil { item.setPicture(nil) }
            return item.row
        }
    }

    /// The bytes of an item's picture, a JPEG.
    ///
    /// - Returns: nil when it has another picture by now, or none.
    /// - Throws: `GardenError.gone` when the item is.
    public func picture(_ pictureID: UUID, of id: UUID, _ size: PictureSize) throws -> Data? {
        try container.read { try $0.existingItem(id, in: listID).picture(pictureID, size) }
    }
}
