import Foundation
import Pictures

/// Small pictures, made byte by byte.
public enum SamplePicture {
    /// Has pictures made by the program that stands beside the tests' own.
    public static let workshop = PictureWorkshop(
        program: URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("perennial"))

    /// A PNG of one colour.
    ///
    /// - Parameter written: the rows that are really in it; fewer than `height` leave it cut off.
    public static func png(
        width: Int, height: Int, colour: [UInt8] = [40, 120, 60], written: Int? = nil
    ) -> Data {
        let kind: UInt8 = colour.count == 4 ? 6 : 2
        let row = [0] + Array(repeating: colour, count: width).joined()
        let rows = Array(repeating: row, count: written ?? height).flatMap { $0 }
        return png(width: width, height: height, kind: kind, rows)
    }

    private static func png(width: Int, height: Int, kind: UInt8, _ rows: [UInt8]) -> Data {
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        file += chunk("IHDR", big(UInt32(width)) + big(UInt32(height)) + [8, kind, 0, 0, 0])
        file += chunk("tEXt", Array("Comment\0where it was taken".utf8))
        file += chunk("IDAT", zlib(rows))
        file += chunk("IEND", [])
        return file
    }

    /// A PNG in which every pixel has a colour of its own, so that nothing makes it small.
    public static func noise(width: Int, height: Int) -> Data {
        var state: UInt64 = 7
        var rows: [UInt8] = []
        for _ in 0..<height {
            rows.append(0)
            for _ in 0..<width * 3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                rows.append(UInt8(state >> 56))
            }
        }
        return png(width: width, height: height, kind: 2, rows)
    }

    /// A GIF of one pixel.
    public static let gif = Data(base64Encoded: "R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=") ?? Data()
    /// A WebP of one pixel.
    public static let webp = Data(base64Encoded: "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==") ?? Data()
    /// The beginning of an HEIC.
    public static let heic = Data([0, 0, 0, 24]) + Data("ftypheic".utf8) + Data(count: 500)

    /// A JPEG as a camera writes it that was held on its side, or upside down.
    public static func turned(_ jpeg: Data, orientation: UInt8) -> Data {
        let exif: [UInt8] =
            Array("Exif\0\0".utf8) + Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
            + [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
        return jpeg.prefix(2) + segment + jpeg.dropFirst(2)
    }

    /// Width and height of a JPEG, as its frame says.
    public static func size(ofJPEG jpeg: Data) -> [Int]? {
        let bytes = [UInt8](jpeg)
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var place = 2
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            if [0xC0, 0xC1, 0xC2].contains(bytes[place + 1]) {
                return [7, 5].map { Int(bytes[place + $0]) << 8 | Int(bytes[place + $0 + 1]) }
            }
            place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        }
        return nil
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> Data {
        let body = Array(name.utf8) + content
        return Data(big(UInt32(content.count)) + body + big(crc(body)))
    }

    /// Not compressed, in blocks.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            result += [
                rest.isEmpty ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8),
            ]
            result += block
        } while !rest.isEmpty
        var a: UInt32 = 1, b: UInt32 = 0
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return result + big(b << 16 | a)
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
    }

    private static func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
}
