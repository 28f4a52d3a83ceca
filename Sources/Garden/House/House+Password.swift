import CoreData
import Foundation

extension House {
    /// The characters a password has at least.
    public static let shortestPassword = 8
    /// The characters a password has at most.
    public static let longestPassword = 200

    /// Whether the house has a password. Without one everybody may come in.
    ///
    /// - Throws: `GardenError.store`.
    public var hasPassword: Bool {
        get throws { try container.read { try Self.password(in: $0) != nil } }
    }

    /// Sets the password, and signs every device out.
    ///
    /// - Parameter password: ``shortestPassword`` to ``longestPassword`` characters.
    /// - Throws: ``PasswordFault`` for another length; `GardenError.store`.
    public func setPassword(_ password: String) throws {
        if let fault = Self.fault(of: password) { throw fault }
        let hashed = try checks.hash(password)
        try container.write { context in
            let row = try Self.password(in: context) ?? Password(context: context)
            row.kind = "house"
            row.hashed = hashed
            row.setAt = Date()
            for device in try context.all(Device.self) { context.delete(device) }
        }
    }

    /// Takes the password away, and signs every device out.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `GardenError.store`.
    @discardableResult
    public func removePassword() throws -> Bool {
        try container.write { context in
            for device in try context.all(Device.self) { context.delete(device) }
            guard let row = try Self.password(in: context) else { return false }
            context.delete(row)
            return true
        }
    }

    /// What is wrong with a password that is to be set; nil when nothing is.
    public static func fault(of password: String) -> PasswordFault? {
        if password.count < shortestPassword {
            return PasswordFault(message: "A password has at least \(shortestPassword) characters.")
        }
        if password.count > longestPassword {
            return PasswordFault(message: "A password has at most \(longestPassword) characters.")
        }
        return nil
    }

    static func password(in context: NSManagedObjectContext) throws -> Password? {
        try context.first(Password.self, "kind", is: "house")
    }
}
