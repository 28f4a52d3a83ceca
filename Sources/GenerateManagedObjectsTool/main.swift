import Foundation

do {
    try Command(arguments: Array(CommandLine.arguments.dropFirst())).run()
} catch {
    // `file:line: error: message` is what builds show as an error at its place.
    FileHandle.standardError.write(Data((Command.report(error) + "\n").utf8))
    exit(1)
}
