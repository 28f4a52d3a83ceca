import Foundation
import Pictures

/// What can have a picture: plants and items. The picture's id is another with each picture, so that its address can
/// be kept by browsers for good, and rows that tell of it need not read it.
protocol Pictured: AnyObject {
    var id: UUID? { get }
    var image: Data? { get set }
    var imageID: UUID? { get set }
    var thumbnail: Data? { get set }
    var version: Int64 { get set }
}

extension Pictured {
    /// Gives it a picture, or takes away the one it has.
    func setPicture(_ picture: Picture?) {
        image = picture?.whole
        thumbnail = picture?.small
        imageID = picture == nil ? nil : UUID()
        version += 1
    }

    /// Its picture, if it is still the one of the id.
    func picture(_ pictureID: UUID, _ size: PictureSize) -> Data? {
        guard imageID == pictureID else { return nil }
        return size == .small ? thumbnail : image
    }

    /// Gives it the picture of something deleted that it takes the place of, unless it has one of its own.
    func takeOver(_ copy: BinContents.PictureCopy?) {
        guard copy != nil, imageID == nil else { return }
        bringBack(copy)
        version += 1
    }

    /// Gives it the picture it had when it was deleted.
    func bringBack(_ copy: BinContents.PictureCopy?) {
        guard let copy else { return }
        image = copy.image
        thumbnail = copy.thumbnail
        imageID = copy.id
    }
}

extension Item: Pictured {}
extension Plant: Pictured {}
