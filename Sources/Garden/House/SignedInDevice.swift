import Foundation

/// A device that has signed in.
public struct SignedInDevice: Sendable, Hashable, Identifiable {
    public let id: UUID
    /// What it says of itself, such as “Firefox on Linux”.
    public let name: String
    public let signedInAt: Date
    /// When it last asked for something, to within five minutes.
    public let lastUsedAt: Date

    init?(_ device: Device) {
        guard let id = device.id, let signedInAt = device.signedInAt, let lastUsedAt = device.lastUsedAt
        else { return nil }
        (self.id, self.signedInAt, self.lastUsedAt) = (id, signedInAt, lastUsedAt)
        name = device.name ?? ""
    }
}
