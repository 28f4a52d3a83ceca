import CSodium

/// Numbers nobody can guess, and hashes nobody can turn round.
enum Randomness {
    /// - Parameter count: how many bytes, 0 or more.
    static func bytes(_ count: Int) -> [UInt8] {
        prepare()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    /// The BLAKE2b hash of some bytes, of 32 bytes.
    ///
    /// - Parameters:
    ///   - bytes: what is hashed.
    ///   - key: without it nobody can make the same hash; at most 64 bytes, none for no key.
    static func hash(_ bytes: [UInt8], key: [UInt8] = []) -> [UInt8] {
        prepare()
        var hash = [UInt8](repeating: 0, count: 32)
        crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), key, key.count)
        return hash
    }

    /// Whether two texts are the same, in a time that does not tell where they differ.
    static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        return one.count == other.count && sodium_memcmp(one, other, one.count) == 0
    }

    /// Gets libsodium ready; harmless when it is.
    static func prepare() { _ = ready }

    // It fails only where the system has no random numbers, and then nothing here may go on.
    private static let ready: Void = precondition(
        sodium_init() >= 0, "libsodium found no source of random numbers: mount /dev with urandom in it.")
}
