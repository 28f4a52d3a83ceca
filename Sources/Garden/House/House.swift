import CoreData
import Foundation
import Synchronization

/// Who may come in: the password of the house, and the devices that have signed in with it.
///
/// It is kept in a file of its own beside the garden's, so that who is given a copy of the garden is given neither.
/// Several programs may have it open at a time.
public final class House: Sendable {
    let container: PersistenceContainer
    let tries = SignInTries()
    let checks: PasswordChecks

    /// Opens the file, making it where there is none, readable by its owner alone.
    ///
    /// - Parameter storeURL: see ``storeURL(besides:)``.
    /// - Throws: `GardenError.store` with a sentence that says what to do; the file is left as it was.
    public convenience init(storeURL: URL) throws {
        try StoreFile.check(storeURL)
        try StoreFile.makePrivate(storeURL)
        self.init(try PersistenceContainer(house: storeURL), cost: .usual)
    }

    private init(_ container: PersistenceContainer, cost: PasswordCost) {
        self.container = container
        checks = PasswordChecks(cost: cost)
    }

    /// A house that is gone when the last reference to it goes, with passwords that are quickly checked. For tests.
    public static func inMemory() throws -> House {
        House(try PersistenceContainer.houseInMemory(), cost: .least)
    }

    /// Where the house of a garden is kept: beside it, `Garden-house.sqlite` for `Garden.sqlite`.
    public static func storeURL(besides garden: URL) -> URL {
        let name = garden.deletingPathExtension().lastPathComponent + "-house"
        let folder = garden.deletingLastPathComponent()
        let suffix = garden.pathExtension
        return folder.appendingPathComponent(suffix.isEmpty ? name : "\(name).\(suffix)")
    }

    /// Closes the file. Nothing may be asked of the house afterwards.
    ///
    /// - Throws: `GardenError.store` when it cannot be put away cleanly.
    public func close() throws { try container.close() }

    /// Bytes that nobody outside knows, the same after a restart: what pages put into their forms is made from them.
    ///
    /// - Throws: `GardenError.store`.
    public func secret() throws -> [UInt8] {
        if let known = try container.read({ try Self.secret(in: $0) }) { return known }
        return try container.write { context in
            if let known = try Self.secret(in: context) { return known }
            let made = Randomness.bytes(32)
            let secret = Secret(context: context)
            secret.name = "forms"
            secret.bytes = Data(made)
            return made
        }
    }

    /// A text that only who knows the secret can make of another one.
    public func seal(_ text: String, with secret: [UInt8]) -> String {
        Base64URL.text(Randomness.hash(Array(text.utf8), key: secret))
    }

    /// Whether two texts are the same, in a time that does not tell where they differ.
    public func isSame(_ one: String, _ other: String) -> Bool { Randomness.isSame(one, other) }

    private static func secret(in context: NSManagedObjectContext) throws -> [UInt8]? {
        try context.first(Secret.self, "name", is: "forms")?.bytes.map { Array($0) }
    }
}
