import Foundation

/// What the kernel says of the memory of this process.
enum ProcessMemory {
    /// What it has now, in KiB.
    static var resident: Int { status("VmRSS") }
    /// The most it ever had, in KiB.
    static var peak: Int { status("VmHWM") }

    private static func status(_ name: String) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(name):") })
        else { return 0 }
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}

/// This program, run once more with other arguments: what is measured there begins with fresh memory.
enum FreshProcess {
    struct Failure: Error {}

    /// - Parameter arguments: words without spaces or quotes.
    /// - Returns: the numbers it prints.
    static func run(_ arguments: String...) throws -> [Double] {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let command = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
        guard let pipe = popen(command, "r") else { throw Failure() }
        var output: [CChar] = []
        while case let character = fgetc(pipe), character >= 0 { output.append(CChar(truncatingIfNeeded: character)) }
        guard pclose(pipe) == 0 else { throw Failure() }
        return String(decoding: output.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
            .compactMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
}
