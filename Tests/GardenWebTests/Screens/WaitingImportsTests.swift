import Foundation
import Garden
import Synchronization
import Testing

@testable import GardenWeb

@Suite("Files that wait to be brought in")
struct WaitingImportsTests {
    /// A time that goes on when it is told to.
    private final class Clock: Sendable {
        private let moment = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { moment.withLock { $0 } }
        func wait(_ seconds: Int) { moment.withLock { $0 += .seconds(seconds) } }
    }

    private let clock = Clock()
    private let queue = DispatchQueue(label: "imports")
    private let model: ImportViewModel

    init() throws { model = ImportViewModel(try PersistenceContainer.inMemory()) }

    private func imports(greatestSize: Int = 1_000_000) -> WaitingImports {
        WaitingImports(
            model, queue: queue, greatestSize: greatestSize, patience: .seconds(60), now: { [clock] in clock.now })
    }

    private func file(_ genus: String = "Rosa") -> [UInt8] { Array("Genus\n\(genus)\n".utf8) }

    @Test("Four wait at a time, and the oldest makes room")
    func number() throws {
        let imports = imports()
        let all = try (0..<6).map { _ in try imports.add(file(), device: nil).id }
        #expect(all.map { imports.find($0, device: nil) != nil } == [false, false, true, true, true, true])
    }

    @Test("Together they are not larger than is allowed; what is wrong with a file takes no room")
    func size() throws {
        let imports = imports(greatestSize: 100)
        let first = try imports.add(file(String(repeating: "a", count: 40)), device: nil)
        let broken = try imports.add(Array("Nothing".utf8), device: nil)
        let second = try imports.add(file(String(repeating: "b", count: 40)), device: nil)
        #expect(broken.size == 0)
        #expect(imports.find(first.id, device: nil) != nil)
        let third = try imports.add(file(String(repeating: "c", count: 40)), device: nil)
        #expect(imports.find(first.id, device: nil) == nil)
        #expect(imports.find(second.id, device: nil) != nil)
        #expect(imports.find(third.id, device: nil) != nil)
    }

    @Test("One that is worked on makes no room, and the one that would need it is refused")
    func busy() throws {
        let imports = WaitingImports(model, queue: queue, patience: .seconds(0))
        queue.suspend()
        let all = try (0..<WaitingImports.greatestNumber).map { _ in try imports.add(file(), device: nil).id }
        #expect(throws: HTTPError.self) { try imports.add(file(), device: nil) }
        queue.resume()
        queue.sync {}
        #expect(all.allSatisfy { imports.find($0, device: nil) != nil })
        _ = try imports.add(file(), device: nil)
    }

    @Test("One is forgotten ten minutes after it was last looked at")
    func lifetime() throws {
        let imports = imports()
        let id = try imports.add(file(), device: nil).id
        for _ in 0..<3 {
            clock.wait(599)
            #expect(imports.find(id, device: nil) != nil)
        }
        clock.wait(600)
        #expect(imports.find(id, device: nil) == nil)
    }

    @Test("One is there for the device alone that sent it, and another cannot forget it either")
    func device() throws {
        let imports = imports()
        let (mine, other) = (UUID(), UUID())
        let id = try imports.add(file(), device: mine).id
        for stranger in [other, nil] {
            #expect(imports.find(id, device: stranger) == nil)
            imports.forget(id, device: stranger)
        }
        #expect(imports.find(id, device: mine) != nil)
        imports.forget(id, device: mine)
        #expect(imports.find(id, device: mine) == nil)
    }
}
