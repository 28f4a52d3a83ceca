import Foundation
import Garden

extension Visit {
    /// The file that was chosen as a picture.
    ///
    /// - Throws: `GardenError.invalid` when none was.
    func chosenPicture() throws -> Data {
        guard let file = form.file("picture"), !file.content.isEmpty else {
            throw GardenError.invalid([FieldError(field: .picture, message: "Choose a picture first.")])
        }
        return Data(file.content)
    }
}
