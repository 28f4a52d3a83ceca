import CoreData
import Foundation

extension House {
    /// How long a device stays signed in without being used: 90 days.
    public static let longestAbsence: TimeInterval = 90 * 24 * 60 * 60
    /// How exactly the last use is kept.
    private static let exactness: TimeInterval = 5 * 60

    /// The device that has a token, and from now on 90 days more.
    ///
    /// - Parameters:
    ///   - token: what ``signIn(password:from:device:now:)`` gave.
    ///   - now: the present moment.
    /// - Returns: nil when the token is none, was signed out, or was not used for 90 days.
    /// - Throws: `GardenError.store`.
    public func device(token: String, now: Date = Date()) throws -> SignedInDevice? {
        guard DeviceToken.isOne(token) else { return nil }
        let hash = DeviceToken.hash(token)
        let found = try container.read { try Self.device(hash, in: $0).flatMap(SignedInDevice.init) }
        guard let found, now.timeIntervalSince(found.lastUsedAt) <= Self.longestAbsence else { return nil }
        if now.timeIntervalSince(found.lastUsedAt) > Self.exactness {
            try container.write { try Self.device(hash, in: $0)?.lastUsedAt = now }
        }
        return found
    }

    /// Who may come in with a token.
    public enum Admission: Sendable {
        /// The house has no password: everybody.
        case everybody
        /// A device that is signed in, and its token.
        case device(SignedInDevice, token: String)
        /// Somebody who has to sign in first.
        case nobody
    }

    /// Who comes with a token, or without one.
    ///
    /// - Throws: `GardenError.store`.
    public func admission(token: String?, now: Date = Date()) throws -> Admission {
        if let token, let device = try device(token: token, now: now) { return .device(device, token: token) }
        return try hasPassword ? .nobody : .everybody
    }

    /// All devices that are signed in, the one used last first.
    ///
    /// - Throws: `GardenError.store`.
    public func devices(now: Date = Date()) throws -> [SignedInDevice] {
        try container.read { context in
            try context.all(Device.self).compactMap(SignedInDevice.init)
                .filter { now.timeIntervalSince($0.lastUsedAt) <= Self.longestAbsence }
                .sorted { ($0.lastUsedAt, $0.id.uuidString) > ($1.lastUsedAt, $1.id.uuidString) }
        }
    }

    /// Signs a device out. One that is not signed in stays so.
    ///
    /// - Throws: `GardenError.store`.
    public func signOut(_ id: UUID) throws {
        try container.write { context in
            if let device = try context.first(Device.self, "id", is: id) { context.delete(device) }
        }
    }

    /// Signs every device out.
    ///
    /// - Returns: how many there were.
    /// - Throws: `GardenError.store`.
    @discardableResult
    public func signOutEverywhere() throws -> Int {
        try container.write { context in
            let all = try context.all(Device.self)
            for device in all { context.delete(device) }
            return all.count
        }
    }

    /// Forgets devices that were not used for 90 days.
    ///
    /// - Throws: `GardenError.store`.
    public func forgetOldDevices(now: Date = Date()) throws {
        try container.write { context in
            for device in try context.all(Device.self)
            where now.timeIntervalSince(device.lastUsedAt ?? .distantPast) > Self.longestAbsence {
                context.delete(device)
            }
        }
    }

    private static func device(_ hash: String, in context: NSManagedObjectContext) throws -> Device? {
        try context.first(Device.self, "tokenHash", is: hash)
    }
}
