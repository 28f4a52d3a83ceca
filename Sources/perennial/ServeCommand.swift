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
            Option("--host", value: "ADDR", "The address to listen on (default: 127.0.0.1; 0.0.0.0: all of them)."),
            Option("--name", value: "NAMES", "Further names of this machine, with commas between them."),
            Option("--tls-cert", value: "FILE", "The certificate to speak TLS with, in PEM, with those above it."),
            Option("--tls-key", value: "FILE", "The key of that certificate, in PEM."),
            Option(
                "--trusted-proxy", value: "ADDRS",
                "Proxies whose X-Forwarded-For, -Proto and -Host count, with commas between their addresses."),
            StoreLocation.option,
        ],
        run: ServeCommand.run)
}

/// Runs the server.
enum ServeCommand {
    @Sendable
    static func run(_ arguments: Arguments) throws -> Int32 {
        // Before anything that starts a thread: one that began with the signals let through would be ended by them.
        let signals = StopSignals()
        var configuration = HTTPServerConfiguration()
        if let text = arguments["--port"] {
            guard let port = Int(text), (0...65_535).contains(port) else {
                throw UsageError("--port needs a number from 0 to 65535.")
            }
            configuration.port = port
        }
        if let host = arguments["--host"] { configuration.host = host }
        configuration.identity = try identity(arguments)
        configuration.trustedProxies = try proxies(arguments["--trusted-proxy"])
        configuration.hostNames = MachineNames.own
        configuration.hostNames.formUnion(parts(arguments["--name"]))
        let location = try StoreLocation(arguments["--store"])
        let isForTheMachineAlone = configuration.isLoopback && configuration.trustedProxies.isEmpty
        guard try isForTheMachineAlone || location.hasPassword() else {
            let reached = configuration.trustedProxies.isEmpty ? configuration.host : "the proxy"
            let command = ShellLine.of("password", [], options: arguments["--store"].map { ["--store", $0] } ?? [])
            throw CommandFailure(
                "Everybody who reaches \(reached) could open the garden: set a password first with "
                    + "“\(command)”.")
        }

        // The port first: if it is taken, no store has been made or touched.
        let listener = try HTTPListener(configuration)
        try location.prepareFolder()
        let service = try GardenService(location)
        configuration.bodyLimit = service.bodyLimit
        let server = HTTPServer(configuration, handler: service.respond)
        do {
            try server.start(on: listener)
        } catch {
            try service.close()
            throw error
        }
        do {
            try StandardStreams.write(Self.greeting(listener, configuration))
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

    /// - Throws: ``UsageError`` for what is no address in numbers.
    private static func proxies(_ text: String?) throws(UsageError) -> Set<String> {
        let addresses = parts(text)
        for address in addresses where !NumericAddress.isOne(address) {
            throw UsageError("--trusted-proxy needs addresses in numbers, such as 127.0.0.1; “\(address)” is none.")
        }
        return addresses
    }

    /// What stands between the commas.
    private static func parts(_ text: String?) -> Set<String> {
        Set((text ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
    }

    private static func identity(_ arguments: Arguments) throws -> TLSIdentity? {
        switch (arguments["--tls-cert"], arguments["--tls-key"]) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return try TLSIdentity(
                certificateFile: URL(fileURLWithPath: certificate), keyFile: URL(fileURLWithPath: key))
        default: throw UsageError("--tls-cert and --tls-key go together; give both or neither.")
        }
    }

    /// Where the garden is, for people and, on a terminal, for the cameras of their phones.
    private static func greeting(_ listener: HTTPListener, _ configuration: HTTPServerConfiguration) -> String {
        let addresses =
            configuration.isEveryAddress
            ? MachineNames.addresses(for: configuration.host).map { address in
                "\(configuration.identity == nil ? "http" : "https")://\(address):\(listener.port)/"
            } : []
        guard let first = addresses.first else { return "Perennial is at \(listener.address) (Ctrl-C stops it)\n" }
        var text = "Perennial is at \(first) (Ctrl-C stops it)\n"
        for address in addresses.dropFirst() { text += "            and at \(address)\n" }
        if isatty(1) == 1, let code = QRCode(first) { text += "\n" + code.text }
        return text
    }
}
