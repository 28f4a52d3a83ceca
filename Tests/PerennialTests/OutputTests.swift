import Foundation
import Testing

@Suite("What the command line writes")
final class OutputTests {
    private let program: TestProgram

    init() throws {
        program = try TestProgram()
        try program.run("plants", "add", "Aloe")
        try program.run("lists", "add", "Jobs")
    }

    deinit { program.removeFolder() }

    @Test(
        "A full standard output is noticed",
        arguments: ["--help", "--version", "plants add --help", "plants", "lists --json", "plants list --search a"])
    func full(words: String) throws {
        let outcome = try program.shell("perennial \(words) > /dev/full")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "perennial: The answer cannot be written to the standard output: No space left on device.\n")
    }

    @Test("What was done stays done when the answer cannot be written", arguments: ["> /dev/full", ">&-"])
    func done(redirection: String) throws {
        let outcome = try program.shell("perennial lists add Shop \(redirection)")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("perennial: It was done, but the answer cannot be written"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try program.run("lists").output.contains("  Shop  "))
    }

    @Test("A refusal keeps its status when its JSON cannot be written")
    func refusal() throws {
        let outcome = try program.shell("perennial lists add '' --json > /dev/full")
        #expect(outcome.status == 2 && outcome.errors == "perennial: Enter a name.\n")
    }

    /// `words` with a pipe as the standard output whose reader has gone.
    private func unread(_ words: String) throws -> TestProgram.Outcome {
        try program.shell("mkfifo pipe; (exec 4<pipe) & exec 5>pipe; wait; perennial \(words) >&5")
    }

    @Test(
        "A pipe that nobody reads ends the program silently, as it ends others",
        arguments: ["--help", "lists", "lists --json", "dig --json"])
    func unread(words: String) throws {
        let outcome = try unread(words)
        #expect(outcome.status == 128 + SIGPIPE)
        #expect(outcome.errors.isEmpty || words.hasPrefix("dig"))
    }

    @Test("What was done stays done when nobody reads the answer")
    func unreadChange() throws {
        let outcome = try unread("lists add Shop")
        #expect(outcome.status == 128 + SIGPIPE && outcome.errors.isEmpty)
        #expect(try program.run("lists").output.contains("  Shop  "))
    }

    @Test("A server serves although its address cannot be written")
    func server() throws {
        let outcome = try program.shell(
            """
            perennial serve --port 0 > /dev/full 2> errors &
            until [ -s errors ]; do :; done
            kill $! && wait $!
            status=$?; cat errors >&2; exit $status
            """)
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasPrefix("perennial: The address cannot be written to the standard output: "))
    }

    @Test("No file is taken for an output that was closed")
    func closed() throws {
        let outcome = try program.shell("perennial lists add Shop >&- 2>&- <&-")
        #expect(outcome.status == 1)
        #expect(try program.run("lists").output.contains("  Shop  "))
    }

    @Test("The help of every command says how it is called, what it takes, and is found in the help above")
    func help() throws {
        for words in [
            ["serve"], ["undo"], ["plants"], ["plants", "list"], ["plants", "add"], ["plants", "rename"],
            ["plants", "delete"], ["sowings"], ["sowings", "list"], ["sowings", "add"], ["sowings", "edit"],
            ["sowings", "move"], ["sowings", "delete"], ["lists"], ["lists", "list"], ["lists", "add"],
            ["lists", "show"], ["lists", "rename"], ["lists", "delete"], ["items"], ["items", "list"],
            ["items", "add"], ["items", "tick"], ["items", "untick"], ["items", "rename"], ["items", "delete"],
            ["export"],
            ["import"],
        ] {
            for option in ["--help", "-h"] {
                let outcome = try program.start(words + [option]).finish()
                #expect(outcome.status == 0 && outcome.errors.isEmpty)
                #expect(outcome.output.contains("Usage: perennial \(words.joined(separator: " "))"))
                for part in ["--store PATH", "--help"] { #expect(outcome.output.contains(part)) }
            }
            let above = try program.start(words.dropLast() + ["--help"]).finish().output
            #expect(above.contains("\n  \(words[words.count - 1])"))
        }
        let help = try program.run("--help").output
        for line in ["  0  when it was done", "  1  when it was refused", "  2  when it was not understood"] {
            #expect(help.contains("\n" + line))
        }
    }
}
