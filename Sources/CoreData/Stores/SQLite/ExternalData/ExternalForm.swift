import Foundation

/// How bytes of a binary attribute with external storage stand in their column: a first byte says where they are.
enum ExternalForm: Equatable {
    /// 1, then the bytes themselves.
    case here(Data)
    /// 2, then the name of the file in 36 characters, then 0.
    case file(String)

    /// Longer values go to files: about 100 KB, as on Apple's systems, where the limit is not documented.
    static let longestHere = 100 * 1024

    /// Nil when the column names no file that there could be.
    init?(_ bytes: UnsafeRawBufferPointer) {
        switch bytes.first {
        case 1: self = .here(Data(bytes.dropFirst()))
        case 2:
            let name = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
            // A name that is no UUID could lead anywhere.
            guard UUID(uuidString: name) != nil else { return nil }
            self = .file(name)
        default:
            // Written while the attribute was a plain one.
            self = .here(Data(bytes))
        }
    }

    init?(_ data: Data) {
        guard let form = data.withUnsafeBytes({ ExternalForm($0) }) else { return nil }
        self = form
    }

    /// What stands in the column.
    var column: Data {
        switch self {
        case .here(let data): Data([1]) + data
        case .file(let name): Data([2]) + Data(name.utf8) + [0]
        }
    }
}
