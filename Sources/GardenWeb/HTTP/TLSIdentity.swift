import Foundation

/// By what a server shows who it is over TLS: a certificate with those above it, and its key, both in PEM.
public struct TLSIdentity: Sendable {
    let certificate: [CChar]
    let key: [CChar]

    /// Reads the two files.
    ///
    /// - Throws: ``HTTPServerError`` when one cannot be read, or is not what it should be. Whether they fit together
    ///   shows when the server starts.
    public init(certificateFile: URL, keyFile: URL) throws(HTTPServerError) {
        certificate = try Self.text(of: certificateFile, holding: "CERTIFICATE-----", "certificate")
        key = try Self.text(of: keyFile, holding: "PRIVATE KEY-----", "key")
    }

    private static func text(of file: URL, holding mark: String, _ what: String) throws(HTTPServerError) -> [CChar] {
        guard let data = try? Data(contentsOf: file) else { throw .unreadable(file.path) }
        guard !data.contains(0), data.range(of: Data(mark.utf8)) != nil else {
            throw .noIdentity("\(file.path) holds no \(what) in PEM")
        }
        return data.map { CChar(bitPattern: $0) } + [0]
    }
}
