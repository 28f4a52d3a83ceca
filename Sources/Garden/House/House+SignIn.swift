import CoreData
import Foundation

extension House {
    /// Signs a device in.
    ///
    /// - Parameters:
    ///   - password: the password of the house.
    ///   - address: where the device is, in numbers. Wrong passwords from one address slow further ones from it down,
    ///     and many from anywhere slow down those addresses that nobody has signed in from.
    ///   - name: what the device is called in the list of devices.
    ///   - now: the present moment.
    /// - Returns: the token that the device shows from now on.
    /// - Throws: ``SignInRefusal``; `GardenError.store`.
    public func signIn(
        password: String, from address: String, device name: String, now: Date = Date()
    ) throws -> String {
        if let seconds = tries.wait(for: address, now: now) { throw SignInRefusal.tooManyTries(seconds: seconds) }
        guard let hashed = try container.read({ try Self.password(in: $0)?.hashed }) else {
            throw SignInRefusal.wrongPassword
        }
        let isStranger = tries.isStranger(address)
        let isRight =
            password.count <= Self.longestPassword
            ? checks.isRight(password, for: hashed, leavesRoom: isStranger) : false
        guard let isRight else { throw SignInRefusal.busy }
        tries.note(isRight: isRight, from: address, now: now)
        guard isRight else { throw SignInRefusal.wrongPassword }
        let token = DeviceToken.make()
        try container.write { context in
            // The password may have been changed while it was being checked.
            guard try Self.password(in: context)?.hashed == hashed else { throw SignInRefusal.wrongPassword }
            let device = Device(context: context)
            device.id = UUID()
            device.name = String(name.prefix(100))
            device.tokenHash = DeviceToken.hash(token)
            (device.signedInAt, device.lastUsedAt) = (now, now)
        }
        return token
    }
}
