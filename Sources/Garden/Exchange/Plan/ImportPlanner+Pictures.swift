import CoreData
import Foundation

extension ImportPlanner {
    /// Sizes of two pictures that differ, in words.
    struct PictureDifference {
        let difference: ImportConflict.Difference

        init(garden: Data?, file: Data) {
            difference = .init(.picture, garden: garden.map(Self.size) ?? "", file: Self.size(file))
        }

        private static func size(_ picture: Data) -> String { "\((picture.count + 1023) / 1024) KiB" }
    }

    /// The pictures of a file that are not the garden's, by index. What has no picture in the file says nothing of one.
    ///
    /// - Parameter pictured: Index, id in the garden, and place of what has a picture in the file.
    func differingPictures<Owner: NSManagedObject & Pictured>(
        of type: Owner.Type, _ pictured: [(Int, UUID, FilePlace)]
    ) throws -> [Int: PictureDifference] {
        var differing: [Int: PictureDifference] = [:]
        // A few at a time: each may be large.
        for start in stride(from: 0, to: pictured.count, by: 16) {
            let portion = pictured[start..<min(start + 16, pictured.count)]
            let stored = try context.pictures(of: type, portion.map(\.1))
            for (index, id, place) in portion {
                guard let picture = try pictures(place), picture != stored[id] else { continue }
                differing[index] = PictureDifference(garden: stored[id], file: picture)
            }
        }
        return differing
    }
}
