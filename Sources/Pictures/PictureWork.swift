import CPictures
import Foundation

/// What the process does that works on one picture: reads it from the standard input, writes what it made to the
/// standard output, and ends.
public enum PictureWork {
    /// What the program is started with, alone, to do this. No command of people's.
    public static let argument = "--work-on-picture"

    static let side: Int32 = 1_600
    private static let smallSide: Int32 = 96

    /// Does it.
    ///
    /// - Returns: the exit status.
    public static func run() -> Int32 {
        guard limit(RLIMIT_AS, to: 1 << 30), limit(RLIMIT_CPU, to: 15), limit(RLIMIT_FSIZE, to: 32 << 20),
            limit(RLIMIT_CORE, to: 0)
        else { return PerennialPictureOutcome.unlimited.rawValue }
        alarm(30)
        let source = MemoryFile.contents(of: 0)
        var whole = PerennialPicture(), small = PerennialPicture()
        defer {
            PerennialFreePicture(&whole)
            PerennialFreePicture(&small)
        }
        let result = source.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return PerennialPictureOutcome.unreadable }
            return PerennialShrinkPicture(
                start, bytes.count, Double(PictureWorkshop.mostPixels), side, smallSide, &whole, &small)
        }
        guard result == .done else { return result.rawValue }
        var count = UInt64(whole.count).littleEndian
        let isWritten =
            withUnsafeBytes(of: &count) { write($0.baseAddress, $0.count) }
            && write(whole.bytes, whole.count) && write(small.bytes, small.count)
        return (isWritten ? PerennialPictureOutcome.done : .unreadable).rawValue
    }

    /// What ``run()`` wrote.
    static func picture(from output: Data) -> Picture? {
        guard output.count > 8 else { return nil }
        let count = output.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let rest = output.dropFirst(8)
        guard count > 0, count < rest.count else { return nil }
        return Picture(whole: Data(rest.prefix(Int(count))), small: Data(rest.dropFirst(Int(count))))
    }

    private static func limit(_ resource: __rlimit_resource, to most: UInt) -> Bool {
        var limit = rlimit(rlim_cur: most, rlim_max: most)
        return setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
    }

    private static func write(_ bytes: UnsafeRawPointer?, _ count: Int) -> Bool {
        var written = 0
        while written < count {
            let more = Glibc.write(1, bytes?.advanced(by: written), count - written)
            guard more > 0 else { return false }
            written += more
        }
        return true
    }
}
