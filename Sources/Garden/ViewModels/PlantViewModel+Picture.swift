import Foundation
import Pictures

extension PlantViewModel {
    /// Gives the plant a picture, in place of the one it has.
    ///
    /// - Parameter file: What was chosen: a JPEG, PNG, WebP or GIF of at most 10 MB.
    /// - Throws: `GardenError.invalid` with what is wrong with the file, `.gone`.
    public func setPicture(to file: Data) throws -> PlantRow {
        _ = try plant()
        let picture = try container.picture(file)
        return try container.write { context in
            let plant = try context.existingPlant(id)
            plant.setPicture(picture)
            return plant.row
        }
    }

    /// Takes the plant's picture away.
    ///
    /// - Throws: `GardenError.gone` when the plant is.
    public func removePicture() throws -> PlantRow {
        try container.write { context in
            let plant = try context.existingPlant(id)
            if plant.imageID != nil { plant.setPicture(nil) }
            return plant.row
        }
    }

    /// The bytes of the plant's picture, a JPEG.
    ///
    /// - Returns: nil when it has another picture by now, or none.
    /// - Throws: `GardenError.gone` when the plant is.
    public func picture(_ pictureID: UUID, _ size: PictureSize) throws -> Data? {
        try container.read { try $0.existingPlant(id).picture(pictureID, size) }
    }
}
