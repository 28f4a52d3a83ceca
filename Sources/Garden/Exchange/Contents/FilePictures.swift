import Foundation
import Pictures
import Synchronization

/// The pictures of one file, as they are kept: made anew where they are not such already, once for each.
final class FilePictures: Sendable {
    private struct Made: Sendable {
        /// Nil for a picture that is kept as the file has it.
        var whole: Data?
        var small: Data
    }

    private let made = Mutex<[FilePlace: Made]>([:])

    /// The whole picture as it would be kept.
    ///
    /// - Throws: `GardenError.invalid` for what is no picture.
    func whole(
        _ picture: FilePicture, of name: String, at place: FilePlace, by workshop: PictureWorkshop
    ) throws(GardenError) -> Data {
        let bytes = picture.data ?? Data()
        return PictureWorkshop.isFinished(bytes)
            ? bytes : try self.picture(picture, of: name, at: place, by: workshop).whole
    }

    /// The picture to keep.
    ///
    /// - Parameter name: Whose picture it is, for the sentence that says what is wrong with it.
    /// - Throws: `GardenError.invalid` for what is no picture.
    func picture(
        _ picture: FilePicture, of name: String, at place: FilePlace, by workshop: PictureWorkshop
    ) throws(GardenError) -> Picture {
        let bytes = picture.data ?? Data()
        if let made = made.withLock({ $0[place] }) { return Picture(whole: made.whole ?? bytes, small: made.small) }
        let new: Picture
        do {
            new = try workshop.picture(bytes)
        } catch {
            throw .invalid([FieldError(field: .picture, message: "The picture of “\(name)”: \(error.message)")])
        }
        let isFinished = PictureWorkshop.isFinished(bytes)
        made.withLock { $0[place] = Made(whole: isFinished ? nil : new.whole, small: new.small) }
        return isFinished ? Picture(whole: bytes, small: new.small) : new
    }
}
