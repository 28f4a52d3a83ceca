import Foundation
import Garden

/// Lets in who may come in.
struct Doorkeeper: Sendable {
    /// The name of the cookie that a device shows.
    static let cookieName = "perennial"
    /// The field of a form that its page's token stands in.
    static let formTokenName: StaticString = "form-token"

    let house: House
    let streams = DeviceStreams()
    private let secret: [UInt8]

    /// - Throws: `GardenError.store`.
    init(_ house: House) throws {
        self.house = house
        secret = try house.secret()
    }

    /// Who sends a request; nil for somebody who has to sign in first.
    ///
    /// - Throws: `GardenError.store`.
    func guest(_ request: Request) throws -> Guest? {
        switch try house.admission(token: request.cookies[Self.cookieName]) {
        case .everybody: Guest(formToken: formToken(of: "everybody"))
        case .device(let device, let token): guest(device, token)
        case .nobody: nil
        }
    }

    /// A device that has a token.
    func guest(_ device: SignedInDevice, _ token: String) -> Guest {
        Guest(device: device, deviceToken: token, formToken: formToken(of: token))
    }

    /// Whether a form comes from a page that was made for its sender.
    func allows(_ form: FormFields, of guest: Guest) -> Bool {
        form["\(Self.formTokenName)"].map { house.isSame($0, guest.formToken) } ?? false
    }

    private func formToken(of name: String) -> String { house.seal(name, with: secret) }
}
