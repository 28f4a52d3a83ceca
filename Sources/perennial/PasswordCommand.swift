import Foundation
import Garden

extension Command {
    /// `perennial password`: sets the password of the house.
    static let password = Command(
        name: "password", summary: "Set the password of the house.",
        details: """
            Asks for the password twice, or reads it from the first line of the standard input where that is no
            terminal. It has \(House.shortestPassword) to \(House.longestPassword) characters. Every device is signed out, a running server's too.
            """,
        options: [Option("--remove", "Take the password away."), StoreLocation.option],
        run: PasswordCommand.run)
}

/// Sets or removes the password.
enum PasswordCommand {
    @Sendable
    static func run(_ arguments: Arguments) throws -> Int32 {
        let location = try StoreLocation(arguments["--store"])
        let password = arguments.has("--remove") ? nil : try typedPassword()
        try location.prepareFolder()
        let house = try location.openHouse()
        defer { try? house.close() }
        do {
            guard let password else {
                let had = try house.removePassword()
                try StandardStreams.write(
                    had ? "The password is removed, and every device signed out.\n" : "There was no password.\n")
                return CommandLineTool.success
            }
            try house.setPassword(password)
        } catch let error as GardenError {
            throw CommandFailure(error.message)
        }
        try StandardStreams.write("The password is set, and every device signed out.\n")
        return CommandLineTool.success
    }

    private static func typedPassword() throws -> String {
        let password: String
        if isatty(0) == 1 {
            password = try HiddenInput.line("Password: ")
            if let fault = House.fault(of: password) { throw UsageError(fault.message) }
            guard try HiddenInput.line("Once more: ") == password else {
                throw UsageError("The two are not the same, so nothing was changed.")
            }
        } else {
            guard let line = readLine() else { throw UsageError("There is no password on the standard input.") }
            password = line
            if let fault = House.fault(of: password) { throw UsageError(fault.message) }
        }
        return password
    }
}
