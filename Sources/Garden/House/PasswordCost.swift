import CSodium

/// How much work it is to check a password once. Who finds the hash needs as much for each guess.
enum PasswordCost: Sendable {
    /// What libsodium advises for signing in: 64 MiB of memory and about a tenth of a second.
    case usual
    /// As little as there is. For tests.
    case least

    var operations: UInt64 {
        switch self {
        case .usual: UInt64(crypto_pwhash_opslimit_interactive())
        case .least: UInt64(crypto_pwhash_opslimit_min())
        }
    }

    var memory: Int {
        switch self {
        case .usual: crypto_pwhash_memlimit_interactive()
        case .least: crypto_pwhash_memlimit_min()
        }
    }
}
