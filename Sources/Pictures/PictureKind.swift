import Foundation

/// What a file is by its first bytes, whatever its name says.
enum PictureKind {
    case readable, heic

    private static let starts: [[UInt8]] = [
        [0xFF, 0xD8, 0xFF],  // JPEG
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],  // PNG
        Array("GIF87a".utf8), Array("GIF89a".utf8),
    ]
    private static let heicBrands = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1", "avif", "avis"]

    /// - Returns: nil for what is no picture, or of a kind that is not taken.
    init?(_ bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(12))
        if Self.starts.contains(where: start.starts(with:)) || Self.isWebP(start) {
            self = .readable
        } else if start.count == 12, start[4..<8].elementsEqual("ftyp".utf8),
            Self.heicBrands.contains(String(decoding: start[8...], as: UTF8.self))
        {
            self = .heic
        } else {
            return nil
        }
    }

    private static func isWebP(_ start: [UInt8]) -> Bool {
        start.count == 12 && start.starts(with: "RIFF".utf8) && start[8...].elementsEqual("WEBP".utf8)
    }
}
