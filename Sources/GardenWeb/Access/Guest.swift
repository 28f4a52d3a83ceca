import Foundation
import Garden

/// Who asks, once let in.
struct Guest: Sendable {
    /// The device that signed in; nil where the house has no password.
    var device: SignedInDevice?
    /// What the device shows to be let in.
    var deviceToken: String?
    /// What every form of its pages carries: who cannot read the pages cannot send them.
    let formToken: String
}
