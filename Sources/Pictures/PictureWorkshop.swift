import CPictures
import Dispatch
import Foundation

/// Makes pictures that are safe to keep and to show out of files that people send.
///
/// The work is done by libvips in a process of its own, whose memory and time are limited: what a hostile file does
/// to its reader ends there, and the server knows nothing of pictures. The process is the program itself, started
/// with the one argument ``PictureWork/argument``.
public final class PictureWorkshop: Sendable {
    /// The bytes a file may have: ten megabytes.
    public static let mostBytes = 10_000_000
    /// The pixels a picture may have, width by height.
    public static let mostPixels = 100_000_000
    /// The media types that are taken, for a field in which a file is chosen.
    public static let mediaTypes = "image/jpeg,image/png,image/webp,image/gif"

    private let program: URL
    private let places = DispatchSemaphore(value: 2)

    /// - Parameter program: the program that hands over to ``PictureWork/run()`` when it is started with
    ///   ``PictureWork/argument``; the running one unless another is given.
    public init(program: URL = URL(fileURLWithPath: "/proc/self/exe")) { self.program = program }

    /// Makes a picture to keep: waits for a process that works on it, usually a tenth of a second.
    ///
    /// - Parameter bytes: a JPEG, PNG, WebP or GIF of at most ``mostBytes`` bytes and ``mostPixels`` pixels.
    /// - Throws: ``PictureFault``.
    public func picture(_ bytes: Data) throws(PictureFault) -> Picture {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        switch PictureKind(bytes) {
        case .readable: break
        case .heic: throw .heic
        case nil: throw .noPicture
        }
        guard places.wait(timeout: .now() + 10) == .success else { throw .busy }
        defer { places.signal() }
        let source = try MemoryFile()
        let result = try MemoryFile()
        try source.fill(bytes)
        switch try run(reading: source.descriptor, writing: result.descriptor) {
        case .done: break
        case .noLibrary: throw .noLibrary
        case .tooManyPixels: throw .tooManyPixels
        case .unreadable: throw .damaged
        case .unlimited: throw .unlimited
        }
        guard let picture = PictureWork.picture(from: result.contents()) else { throw .damaged }
        return picture
    }

    private func run(reading source: CInt, writing result: CInt) throws(PictureFault) -> PerennialPictureOutcome {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, source, 0)
        posix_spawn_file_actions_adddup2(&actions, result, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        PerennialCloseFrom(&actions, 3)
        // The server has signals of its own; this process ends by those that end any.
        var none = sigset_t(), every = sigset_t()
        sigemptyset(&none)
        sigfillset(&every)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let arguments = CStrings(["perennial", PictureWork.argument])
        // No code made at run time, which a hardened service may not run, and no folder of the user's looked into.
        let environment = CStrings(["VIPS_NOVECTOR=1", "ORC_CODE=backup", "LANG=C.UTF-8", "MALLOC_ARENA_MAX=1"])
        var process: pid_t = 0
        guard posix_spawn(&process, program.path, &actions, &attributes, arguments.pointers, environment.pointers) == 0
        else { throw .busy }
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw .busy }
        }
        // One that a signal ended had reached a limit, or was brought down by what it read.
        guard status & 0x7F == 0 else { return .unreadable }
        // An enumeration of C's takes any number for one of its cases.
        let code = status >> 8 & 0xFF
        return [.done, .noLibrary, .tooManyPixels, .unlimited].first { $0.rawValue == code } ?? .unreadable
    }
}
