import Foundation
import Testing

@testable import GardenWeb

@Suite("Addresses")
struct LocationTests {
    @Test func `an id stands in an address as the web writes it`() {
        let zeros = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        let mixed = UUID(uuid: (0x09, 0xaf, 0xf0, 0x10, 0x9a, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xfe, 0xff))
        for id in [zeros, mixed, UUID()] {
            #expect(Location.text(id) == id.uuidString.lowercased())
            #expect(Location.plant(id).description == "/plants/" + id.uuidString.lowercased())
        }
    }
}
