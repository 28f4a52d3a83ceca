import Foundation
import Garden

/// Lets in who may come in.
struct Doorkeeper: Sendable {
    /// The name of the cookie that a device shows.
    static let cookieName = "perennial"
    /// The field of a form that its page's token stands in.
    static let formTokenName: StaticString = "form-token"

    let house: House
    private let streams = DeviceStreams()
    private let secret: [UInt8]
    private let watch: HouseWatch

    /// - Throws: `GardenError.store`.
    init(_ house: House) throws {
        self.house = house
        secret = try house.secret()
        watch = house.watch { [streams] in Self.closeStreams(streams, of: house) }
    }

    /// Closes the streams of those who were signed out. It is done soon after each change of the house anyhow, whichever
    /// program makes it; who calls this need not wait for that.
    func closeStreams() { Self.closeStreams(streams, of: house) }

    private static func closeStreams(_ streams: DeviceStreams, of house: House) {
        // Where the house cannot be read nobody is let in, and nobody is left in.
        let devices = (try? house.devices().map(\.id)).map(Set.init) ?? []
        let isOpen = (try? !house.hasPassword) ?? false
        streams.close { device in !(device.map(devices.contains) ?? isOpen) }
    }

    /// Keeps a stream for as long as its guest may come in.
    ///
    /// - Throws: `GardenError.store`.
    func keep(_ stream: EventStream, for request: Request, _ guest: Guest) throws {
        streams.add(stream, of: guest.device?.id)
        // He may have been signed out since he was let in, before the stream was known.
        guard let now = try self.guest(request), now.device?.id == guest.device?.id else { return stream.close() }
    }

    /// Who sends a request; nil for somebody who has to sign in first.
    ///
    /// - Throws: `GardenError.store`.
    func guest(_ request: Request) throws -> Guest? {
        switch try house.admission(token: request.cookies[Self.cookieName]) {
        // Without a password nothing is served beyond the machine, however the server was started.
        case .everybody where HostPolicy.isLoopback(request.remoteAddress): Guest(formToken: formToken(of: "everybody"))
        case .everybody: nil
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
