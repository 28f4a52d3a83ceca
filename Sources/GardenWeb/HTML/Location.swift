import Foundation
import Garden

/// An address of this site: a path of fixed words and ids, and a query. Names never stand in one.
struct Location: Hashable, Sendable, CustomStringConvertible {
    private var path: String
    private var items: [(name: String, value: String)] = []
    private var fragment = ""

    private init(_ path: String) {
        self.path = path
    }

    /// Path and query, percent-encoded.
    var description: String {
        guard !items.isEmpty else { return path + fragment }
        let query = items.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
        return path + "?" + query.joined(separator: "&") + fragment
    }

    static func == (left: Location, right: Location) -> Bool { left.description == right.description }

    func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// The same address with `name=value` at the end of its query, or unchanged where `value` is nil.
    func with(_ name: String, _ value: String?) -> Location {
        guard let value else { return self }
        var copy = self
        copy.items.append((name, value))
        return copy
    }

    /// The same address that makes the page offer to undo a deletion.
    func offering(undo id: UUID?) -> Location { with("undo", id.map(Self.text)) }

    /// An id as it stands in addresses: lower-case, as the web writes it.
    ///
    /// Written digit by digit: a row has its id in it five times, and `uuidString` formats as C's `printf` does, which
    /// took a fifth of the time of a screen.
    static func text(_ id: UUID) -> String {
        withUnsafeBytes(of: id.uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var end = 0
                for (index, byte) in bytes.enumerated() {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        text[end] = UInt8(ascii: "-")
                        end += 1
                    }
                    text[end] = hexadecimalDigit(byte >> 4)
                    text[end + 1] = hexadecimalDigit(byte & 15)
                    end += 2
                }
                return end
            }
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private func adding(_ word: StaticString) -> Location { Location(path + "/\(word)") }

    /// The same address, with the row of `id` in sight.
    func showing(row id: UUID) -> Location {
        var copy = self
        copy.fragment = "#row-" + Self.text(id)
        return copy
    }

    /// `string` percent-encoded but for letters, digits and `-._~`.
    static func encoded(_ string: String) -> String {
        var result = ""
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return result
    }
}

extension Location {
    static let plants = Location("/plants")
    static let newPlant = Location("/plants/new")
    static let samplePlants = Location("/plants/samples")
    static func plant(_ id: UUID) -> Location { Location("/plants/\(text(id))") }
    static func editPlant(_ id: UUID) -> Location { Location("/plants/\(text(id))/edit") }
    static func deletePlant(_ id: UUID) -> Location { Location("/plants/\(text(id))/delete") }
    static func sowings(of plant: UUID) -> Location { Location("/plants/\(text(plant))/sowings") }
    static func newSowing(of plant: UUID) -> Location { Location("/plants/\(text(plant))/sowings/new") }

    static func sowing(_ id: UUID) -> Location { Location("/sowings/\(text(id))") }
    static func moveSowing(_ id: UUID) -> Location { Location("/sowings/\(text(id))/move") }
    static func moveSowingToNewPlant(_ id: UUID) -> Location { Location("/sowings/\(text(id))/move/new") }
    static let choosePlant = Location("/sowings/choose")
    static let chooseNewPlant = Location("/sowings/choose/new")
    static func deleteSowing(_ id: UUID) -> Location { Location("/sowings/\(text(id))/delete") }

    static let lists = Location("/lists")
    static let newList = Location("/lists/new")
    static func list(_ id: UUID) -> Location { Location("/lists/\(text(id))") }
    static func editList(_ id: UUID) -> Location { Location("/lists/\(text(id))/edit") }
    static func deleteList(_ id: UUID) -> Location { Location("/lists/\(text(id))/delete") }
    static func items(of list: UUID) -> Location { Location("/lists/\(text(list))/items") }
    static func newItem(of list: UUID) -> Location { Location("/lists/\(text(list))/items/new") }
    static func tickedItems(of list: UUID) -> Location { Location("/lists/\(text(list))/items/back") }
    static func item(_ id: UUID, of list: UUID) -> Location { Location("\(items(of: list).path)/\(text(id))") }
    static func editItem(_ id: UUID, of list: UUID) -> Location { item(id, of: list).adding("edit") }
    static func tickItem(_ id: UUID, of list: UUID) -> Location { item(id, of: list).adding("tick") }
    static func deleteItem(_ id: UUID, of list: UUID) -> Location { item(id, of: list).adding("delete") }

    static func picture(ofPlant id: UUID) -> Location { plant(id).adding("picture") }
    static func picture(ofItem id: UUID, of list: UUID) -> Location { item(id, of: list).adding("picture") }
    /// Where the picture of the thing at this address is taken away.
    var removing: Location { adding("remove") }
    /// A picture of the thing whose pictures are at this address: a file that never changes.
    func file(_ picture: UUID, _ size: PictureSize) -> Location {
        Location(path + "/" + Self.text(picture)).with("size", size == .small ? "small" : nil)
    }

    static func undo(_ id: UUID) -> Location { Location("/undo/\(text(id))") }
    static let live = Location("/live")

    static let more = Location("/more")
    static func export(_ format: ExportFormat) -> Location { Location("/export/\(format.rawValue)") }
    static let `import` = Location("/import")
    static func `import`(_ id: UUID) -> Location { Location("/import/\(text(id))") }
    static func cancelImport(_ id: UUID) -> Location { Location("/import/\(text(id))/cancel") }
    static let deleted = Location("/deleted")
    static let emptyDeleted = Location("/deleted/empty")
    static func dropDeleted(_ id: UUID) -> Location { Location("/deleted/\(text(id))/drop") }
    static let signIn = Location("/sign-in")
    static let sendAgain = Location("/send-again")
    static let signOut = Location("/sign-out")
    static let signOutEverywhere = Location("/sign-out/everywhere")
    static func signOutDevice(_ id: UUID) -> Location { Location("/devices/\(text(id))/sign-out") }
    static func asset(_ asset: Asset) -> Location { Location("/assets/\(asset.rawValue)").with("v", asset.version) }
}
