import Foundation
import Pictures

/// A picture of a file: in the garden still, or as the file has it. Pictures make up most of a garden's bytes, so
/// each is taken up only when it is needed.
enum FilePicture: Sendable {
    /// It is in the garden, and read from there when it is written.
    case stored
    /// Base64, checked; a part of the file's bytes.
    case encoded(ArraySlice<UInt8>)

    /// The greatest size of a picture, in bytes.
    static let greatestSize = PictureWorkshop.mostBytes

    /// A picture out of a file.
    ///
    /// - Parameter base64: What the file has, without white space.
    /// - Returns: Nil for what is no base64, or nothing, or more than 10 MB.
    init?(base64: ArraySlice<UInt8>) {
        let padding = base64.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard !base64.isEmpty, base64.count % 4 == 0, base64.count / 4 * 3 <= Self.greatestSize,
            base64.dropLast(padding).allSatisfy(Self.isDigit)
        else { return nil }
        self = .encoded(base64)
    }

    /// The picture; nil where it is still in the garden.
    var data: Data? {
        guard case .encoded(let base64) = self else { return nil }
        return Data(base64Encoded: Data(base64))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
