import Foundation

/// What a device shows to be let in: 32 random bytes, kept here as a hash alone, so that who reads the file cannot
/// come in by it.
enum DeviceToken {
    /// A new one.
    static func make() -> String { Base64URL.text(Randomness.bytes(32)) }

    /// Whether a text has the form of one.
    static func isOne(_ text: String) -> Bool {
        text.utf8.count == 43
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// What is kept of a token.
    static func hash(_ token: String) -> String { Base64URL.text(Randomness.hash(Array(token.utf8))) }
}

/// Bytes as text that may stand in cookies, addresses and forms (RFC 4648, section 5, without padding).
enum Base64URL {
    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
