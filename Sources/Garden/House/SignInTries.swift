import Foundation
import Synchronization

/// Remembers wrong passwords, and makes those wait who try many.
///
/// An address has three tries, then waits a second, and twice as long after each further wrong one, up to five minutes.
/// Beyond thirty wrong ones a minute from all addresses of a kind, addresses of that kind wait until the minute is over:
/// of those at home only ones that have tried wrongly themselves, of those outside all, so that somebody with many
/// addresses has no more tries than one with few. Addresses at home are one kind and all others another, and an address
/// that a right password came from waits for its own wrong ones alone: so nobody outside can lock the house out.
final class SignInTries: Sendable {
    private struct Address {
        var wrong = 0
        var nextTry = Date.distantPast
        var lastTry = Date.distantPast
        var isKnown = false
    }

    private struct State {
        var addresses: [String: Address] = [:]
        /// When wrong passwords came, by kind of address, the latest last.
        var wrong: [Bool: [Date]] = [:]

        /// Those of the last minute.
        func recentlyWrong(isAtHome: Bool, _ now: Date) -> [Date] {
            (wrong[isAtHome] ?? []).filter { now.timeIntervalSince($0) < 60 }
        }
    }

    private let state = Mutex(State())
    private static let freeTries = 3
    private static let longestWait: TimeInterval = 5 * 60
    private static let mostWrongAMinute = 30
    private static let mostAddresses = 10_000
    /// After so long without a try an address begins anew.
    private static let memory: TimeInterval = 60 * 60

    /// How many seconds an address has to wait; nil when it may try.
    func wait(for address: String, now: Date) -> Int? {
        let key = Self.key(address)
        return state.withLock { state in
            let known = state.addresses[key] ?? Address()
            var time = known.nextTry.timeIntervalSince(now)
            let isAtHome = Self.isAtHome(address)
            if !known.isKnown, known.wrong > 0 || !isAtHome {
                let recent = state.recentlyWrong(isAtHome: isAtHome, now)
                if recent.count >= Self.mostWrongAMinute, let first = recent.first {
                    time = max(time, 60 - now.timeIntervalSince(first))
                }
            }
            return time > 0 ? max(1, Int(time.rounded(.up))) : nil
        }
    }

    /// Whether an address is neither at home nor one that a right password came from.
    func isStranger(_ address: String) -> Bool {
        let isKnown = state.withLock { $0.addresses[Self.key(address)]?.isKnown ?? false }
        return !isKnown && !Self.isAtHome(address)
    }

    /// Notes a try that was made.
    func note(isRight: Bool, from address: String, now: Date) {
        let key = Self.key(address)
        state.withLock { state in
            if state.addresses.count >= Self.mostAddresses { Self.forget(&state, now) }
            var known = state.addresses[key] ?? Address()
            if now.timeIntervalSince(known.lastTry) > Self.memory { known.wrong = 0 }
            known.lastTry = now
            if isRight {
                known = Address(lastTry: now, isKnown: true)
            } else {
                known.wrong += 1
                let beyond = known.wrong - Self.freeTries
                if beyond >= 0 { known.nextTry = now + min(pow(2, Double(beyond)), Self.longestWait) }
                let isAtHome = Self.isAtHome(address)
                state.wrong[isAtHome] = state.recentlyWrong(isAtHome: isAtHome, now) + [now]
            }
            state.addresses[key] = known
        }
    }

    private static func forget(_ state: inout State, _ now: Date) {
        state.addresses = state.addresses.filter {
            $0.value.isKnown || now.timeIntervalSince($0.value.lastTry) < memory
        }
        // Somebody with more addresses than that is slowed down by the count of all.
        if state.addresses.count >= mostAddresses { state.addresses = state.addresses.filter(\.value.isKnown) }
        if state.addresses.count >= mostAddresses { state.addresses = [:] }
    }

    /// What counts as one address: of IPv6 the network of 64 bits that one house has; of a network cable of this
    /// machine (`fe80::1%eth0`) the one address, since all on it have the same network.
    static func key(_ address: String) -> String {
        guard address.contains(":"), !address.lowercased().hasPrefix("::ffff:") else {
            return address.lowercased().replacingOccurrences(of: "::ffff:", with: "")
        }
        var parsed = in6_addr()
        guard inet_pton(AF_INET6, address, &parsed) == 1 else { return address }
        return withUnsafeBytes(of: &parsed) { bytes in
            bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
        }
    }

    /// Whether an address is of a network at home (RFC 1918, RFC 4193, loopback, link-local) and not of the Internet.
    static func isAtHome(_ address: String) -> Bool {
        // The machine's own name of the cable says nothing of where that leads.
        let address = String(address.prefix { $0 != "%" })
        let text = key(address)
        if address.contains(":"), text.contains(":") {
            let first = text.split(separator: ":").prefix(2).compactMap { UInt8($0, radix: 16) }
            guard first.count == 2 else { return false }
            return first[0] & 0xFE == 0xFC || first[0] == 0xFE && first[1] & 0xC0 == 0x80 || address == "::1"
        }
        let parts = text.split(separator: ".").compactMap { UInt8($0) }
        guard parts.count == 4 else { return false }
        switch (parts[0], parts[1]) {
        case (10, _), (127, _), (192, 168), (169, 254), (172, 16...31): return true
        default: return false
        }
    }
}
