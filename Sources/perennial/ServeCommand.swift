import Foundation
import GardenWeb

extension Command {
    /// `perennial serve`: answers browsers until it is asked to stop.
    static let serve = Command(
        name: "serve", summary: "Serve the garden to browsers.",
        details: """
            Shows its address and runs until Ctrl-C or SIGTERM. Requests under way are then finished and the
            store is closed.
            """,
        options: [
            Option("--port", value: "N", "The port to listen on, 0 to 65535 (default: 8080; 0: a free one)."),
            Option("--host", value: "ADDR", "The address to listen on (default: 127.0.0.1)."),
            StoreLocation.option,
        ],
        run: ServeCommand.run)
}

/// Runs the server.
enum ServeCommand {
    @Sendable
    static func run(_ arguments: Arguments) throws -> Int32 {
        var configuration = HTTPServerConfiguration()
        if let text = arguments["--port"] {
            guard let port = Int(text), (0...65_535).contains(port) else {
                throw UsageError("--port needs a number from 0 to 65535.")
            }
            configuration.port = port
        }
        if let host = arguments["--host"] { configuration.host = host }
        guard configuration.isLoopback else {
            throw UsageError(
                "Perennial only serves this machine for now, so it cannot listen on \(configuration.host); "
                    + "leave --host out.")
        }
        let location = try StoreLocation(arguments["--store"])

        let signals = StopSignals()
        // The port first: if it is taken, no store has been made or touched.
        let listener = try HTTPListener(configuration)
        try location.prepareFolder()
        let service = try GardenService(location)
        let server = HTTPServer(configuration, handler: service.respond)
        do {
            try server.start(on: listener)
        } catch {
            try service.close()
            throw error
        }
        do {
            try StandardStreams.write("Perennial is at \(listener.address) (Ctrl-C stops it)\n")
        } catch {
            // Whoever started it does not read that, which is no reason not to serve.
            StandardStreams.writeError("The address cannot be written to the standard output: \(error.reason).")
        }

        signals.wait()
        signals.stopWaiting()
        server.stop()
        try service.close()
        return CommandLineTool.success
    }
}
