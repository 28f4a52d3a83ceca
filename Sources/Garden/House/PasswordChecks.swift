import CSodium
import Foundation
import Synchronization

/// Makes and checks hashes of passwords with argon2id, two at a time and no more: each takes memory and time.
final class PasswordChecks: Sendable {
    private let cost: PasswordCost
    private let underWay = Mutex(0)
    private static let most = 2

    init(cost: PasswordCost) { self.cost = cost }

    /// The hash of a password, with its salt and cost in it.
    ///
    /// - Throws: `GardenError.store` when there is not enough memory.
    func hash(_ password: String) throws -> String {
        Randomness.prepare()
        var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        let bytes = Self.bytes(password)
        let code = crypto_pwhash_str_alg(
            &text, bytes, UInt64(bytes.count), cost.operations, cost.memory, crypto_pwhash_alg_argon2id13())
        guard code == 0 else {
            throw GardenError.store("There is not enough memory to set a password: 64 MiB are needed.")
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether a password is the one of a hash; nil when as many as may be are being checked already.
    ///
    /// - Parameter leavesRoom: whether one fewer may be, so that strangers never keep those out who belong here.
    func isRight(_ password: String, for hash: String, leavesRoom: Bool) -> Bool? {
        let most = leavesRoom ? Self.most - 1 : Self.most
        guard underWay.withLock({ if $0 < most { $0 += 1; return true } else { return false } }) else { return nil }
        defer { underWay.withLock { $0 -= 1 } }
        Randomness.prepare()
        let bytes = Self.bytes(password)
        return crypto_pwhash_str_verify(hash, bytes, UInt64(bytes.count)) == 0
    }

    /// The same letters are the same bytes, whichever keyboard they come from.
    private static func bytes(_ password: String) -> [CChar] {
        password.precomposedStringWithCanonicalMapping.utf8.map { CChar(bitPattern: $0) }
    }
}
