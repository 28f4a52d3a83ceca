import Foundation
import Pictures

extension PersistenceContainer {
    /// A picture to keep, made of a file that somebody chose.
    ///
    /// - Throws: `GardenError.invalid` with what is wrong with the file.
    func picture(_ file: Data) throws(GardenError) -> Picture {
        do {
            return try pictures.picture(file)
        } catch {
            throw .invalid([FieldError(field: .picture, message: error.message)])
        }
    }
}
