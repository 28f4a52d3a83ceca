import Foundation

extension PictureWorkshop {
    /// Whether a file is a picture as this makes them: a JPEG of at most 1,600 by 1,600 pixels in which a camera wrote
    /// nothing. Such a picture can be kept as it is, once its reader has been through it; made anew, it would lose a
    /// little each time.
    public static func isFinished(_ file: Data) -> Bool {
        let bytes = [UInt8](file.prefix(64 * 1024))
        guard bytes.starts(with: [0xFF, 0xD8]) else { return false }
        var place = 2
        var isSmallEnough = false
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            switch bytes[place + 1] {
            case 0xDA: return isSmallEnough
            case 0xC0, 0xC1, 0xC2:
                let sides = [5, 7].map { Int(bytes[place + $0]) << 8 | Int(bytes[place + $0 + 1]) }
                isSmallEnough = sides.allSatisfy { (1...Int(PictureWork.side)).contains($0) }
            // What programs write beside the picture, and comments.
            case 0xE1...0xEF, 0xFE: return false
            default: break
            }
            place += 2 + length
        }
        return false
    }
}
