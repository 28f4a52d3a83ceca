import Foundation
import Testing

@testable import Garden

@Suite("The house") struct HouseTests {
    private let house: House
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws { house = try House.inMemory() }

    private func signIn(
        _ password: String = "correct horse", from address: String = "192.168.1.20", at seconds: TimeInterval = 0
    ) throws -> String {
        try house.signIn(password: password, from: address, device: "Firefox on Linux", now: start + seconds)
    }

    @Test("Without a password everybody may come in; with one, who has signed in")
    func admission() throws {
        guard case .everybody = try house.admission(token: nil) else { return #expect(Bool(false)) }
        try house.setPassword("correct horse")
        #expect(try house.hasPassword)
        for token in [nil, "", "x", String(repeating: "a", count: 43)] {
            guard case .nobody = try house.admission(token: token) else {
                return #expect(Bool(false), "\(token ?? "")")
            }
        }
        let token = try signIn()
        guard case .device(let device, let same) = try house.admission(token: token, now: start) else {
            return #expect(Bool(false))
        }
        #expect(same == token && device.name == "Firefox on Linux")
        #expect(try house.removePassword())
        guard case .everybody = try house.admission(token: token) else { return #expect(Bool(false)) }
    }

    @Test(
        "A password is its letters, however a keyboard writes them, and nothing else",
        arguments: [
            ("Gärtnerei 7", "Ga\u{308}rtnerei 7", true), ("correct horse", "correct horse ", false),
            ("correct horse", "Correct horse", false), ("correct horse", "", false), ("🌱🌱🌱🌱🌱🌱🌱🌱", "🌱🌱🌱🌱🌱🌱🌱🌱", true),
        ])
    func letters(password: String, typed: String, isRight: Bool) throws {
        try house.setPassword(password)
        if isRight {
            #expect(try !signIn(typed).isEmpty)
        } else {
            #expect(throws: SignInRefusal.wrongPassword) { try signIn(typed) }
        }
    }

    @Test(
        "A password that is too short or too long is refused",
        arguments: ["", "seven77", String(repeating: "x", count: 201)])
    func lengths(password: String) throws {
        #expect(throws: PasswordFault.self) { try house.setPassword(password) }
        #expect(try !house.hasPassword)
    }

    @Test("A device stays signed in for 90 days after each use, and not a day longer")
    func absence() throws {
        try house.setPassword("correct horse")
        let token = try signIn()
        let day: TimeInterval = 24 * 60 * 60
        #expect(try house.device(token: token, now: start + 80 * day) != nil)
        #expect(try house.device(token: token, now: start + 160 * day) != nil)
        #expect(try house.device(token: token, now: start + 251 * day) == nil)
        #expect(try house.devices(now: start + 251 * day).isEmpty)
        try house.forgetOldDevices(now: start + 251 * day)
        #expect(try house.device(token: token, now: start + 170 * day) == nil)
    }

    @Test("Signing out here, another device, and everywhere")
    func signOut() throws {
        try house.setPassword("correct horse")
        let tokens = try (0..<3).map { try signIn(at: Double($0)) }
        let devices = try house.devices(now: start + 10)
        #expect(devices.count == 3)
        #expect(devices.map(\.signedInAt) == [start + 2, start + 1, start])
        let own = try #require(try house.device(token: tokens[1], now: start))
        try house.signOut(own.id)
        try house.signOut(own.id)
        #expect(try tokens.map { try house.device(token: $0, now: start) != nil } == [true, false, true])
        #expect(try house.signOutEverywhere() == 2)
        #expect(try tokens.allSatisfy { try house.device(token: $0, now: start) == nil })
    }

    @Test("Setting a password signs every device out")
    func newPassword() throws {
        try house.setPassword("correct horse")
        let token = try signIn()
        try house.setPassword("battery staple")
        #expect(try house.device(token: token, now: start) == nil)
        #expect(throws: SignInRefusal.wrongPassword) { try signIn("correct horse") }
        #expect(try !signIn("battery staple").isEmpty)
    }

    // MARK: Wrong tries

    @Test("Wrong passwords from one address make it wait, twice as long each time, up to five minutes")
    func slowing() throws {
        try house.setPassword("correct horse")
        for _ in 0..<3 { #expect(throws: SignInRefusal.wrongPassword) { try signIn("wrong wrong") } }
        #expect(throws: SignInRefusal.tooManyTries(seconds: 1)) { try signIn("wrong wrong", at: 0.5) }
        var time: TimeInterval = 1
        for wait in [2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            #expect(throws: SignInRefusal.wrongPassword) { try signIn("wrong wrong", at: time) }
            #expect(throws: SignInRefusal.tooManyTries(seconds: wait)) { try signIn(at: time) }
            time += Double(wait)
        }
        // Even the right one has to wait, and ends the waiting.
        #expect(try !signIn(at: time).isEmpty)
        #expect(throws: SignInRefusal.wrongPassword) { try signIn("wrong wrong", at: time) }
        #expect(try !signIn(at: time).isEmpty)
    }

    @Test("Many addresses together are slowed down, but not those of the house, nor those somebody signed in from")
    func manyAddresses() throws {
        try house.setPassword("correct horse")
        _ = try signIn(from: "203.0.113.200")
        var refused = 0
        for number in 0..<200 {
            for _ in 0..<2 {
                do {
                    let address = "198.51.\(number / 100).\(number % 100)"
                    _ = try signIn("wrong wrong", from: address, at: Double(number) * 0.1)
                } catch SignInRefusal.tooManyTries {
                    refused += 1
                } catch SignInRefusal.wrongPassword {}
            }
        }
        // Of two hundred addresses each first one is a stranger: together they have no more tries than thirty a minute.
        #expect(refused == 400 - 30)
        #expect(try !signIn(from: "203.0.113.200", at: 20).isEmpty)
        #expect(try !signIn(from: "192.168.1.77", at: 20).isEmpty)
        #expect(throws: SignInRefusal.wrongPassword) { try signIn("wrong wrong", from: "192.168.1.78", at: 20) }
        #expect(try !signIn(from: "192.168.1.78", at: 20).isEmpty)
    }

    @Test(
        "An IPv6 network of 64 bits is one address, and an IPv4 address in IPv6 is what it is",
        arguments: [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("::ffff:192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
        ])
    func addresses(one: String, other: String, isSame: Bool) {
        #expect((SignInTries.key(one) == SignInTries.key(other)) == isSame)
    }

    @Test(
        "Addresses at home are told from those of the Internet",
        arguments: [
            ("127.0.0.1", true), ("10.3.4.5", true), ("172.16.0.1", true), ("172.32.0.1", false), ("192.168.9.9", true),
            ("169.254.1.1", true), ("8.8.8.8", false), ("::1", true), ("fe80::1", true), ("fd12:3456::1", true),
            ("2001:db8::1", false), ("::ffff:192.168.1.1", true), ("nonsense", false), ("fe80::1%eth0", true),
            ("2001:db8::1%eth0", false),
        ])
    func home(address: String, isAtHome: Bool) { #expect(SignInTries.isAtHome(address) == isAtHome) }

    // MARK: The file

    @Test("What is kept survives a restart, is readable by its owner alone, and holds neither password nor token")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("house-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = House.storeURL(besides: folder.appendingPathComponent("Garden.sqlite"))
        #expect(url.lastPathComponent == "Garden-house.sqlite")
        var house = try House(storeURL: url)
        let secret = try house.secret()
        try house.setPassword("correct horse battery")
        let token = try house.signIn(password: "correct horse battery", from: "192.168.1.2", device: "Safari on iPhone")
        #expect(try permissions(url) == 0o600)
        #expect(try permissions(URL(fileURLWithPath: url.path + "-wal")) == 0o600)
        try house.close()
        house = try House(storeURL: url)
        #expect(try house.secret() == secret)
        #expect(try house.device(token: token)?.name == "Safari on iPhone")
        try house.close()
        let bytes = try Data(contentsOf: url)
        for text in [token, "correct horse battery"] { #expect(bytes.range(of: Data(text.utf8)) == nil) }
        #expect(bytes.range(of: Data("$argon2id$".utf8)) != nil)
    }

    private func permissions(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test("Two programs share one house: a password set by the one counts for the other at once")
    func twoPrograms() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("house-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("Garden-house.sqlite")
        let (server, tool) = (try House(storeURL: url), try House(storeURL: url))
        try tool.setPassword("correct horse")
        let token = try server.signIn(password: "correct horse", from: "192.168.1.2", device: "")
        #expect(try server.device(token: token) != nil)
        try tool.setPassword("battery staple")
        #expect(try server.device(token: token) == nil)
        try server.close()
        try tool.close()
    }
}
