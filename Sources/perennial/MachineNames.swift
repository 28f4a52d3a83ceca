import Foundation

/// The names and addresses by which other machines know this one.
enum MachineNames {
    /// Its name, alone and as the home network has it (`garden`, `garden.local`).
    static var own: Set<String> {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return [] }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard !text.isEmpty else { return [] }
        return [text, text.contains(".") ? text : text + ".local"]
    }

    /// The addresses that others can reach, as they stand in a web address; those of IPv4 first.
    ///
    /// - Parameter host: what is listened on: `0.0.0.0` for IPv4 alone.
    static func addresses(for host: String) -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: (four: [String], six: [String]) = ([], [])
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
            guard let entry, let address = entry.pointee.ifa_addr else { continue }
            let flags = Int32(bitPattern: entry.pointee.ifa_flags)
            guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0 else { continue }
            let family = Int32(address.pointee.sa_family)
            let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            guard family == AF_INET || family == AF_INET6 && host != "0.0.0.0" else { continue }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard getnameinfo(address, socklen_t(size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if family == AF_INET {
                found.four.append(text)
            } else if !text.contains("%") {
                // One with a zone is of the link alone, and no browser takes it.
                found.six.append("[\(text)]")
            }
        }
        return found.four + found.six
    }
}
