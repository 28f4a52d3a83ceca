import Foundation
import ManagedObjectGeneration
import ModelFile

/// What the tool is asked to write.
///
///     model --module Garden --output Garden+Model.swift --model Garden.xcdatamodeld
///     accessors --module Garden --output Garden+ManagedAccessors.swift --model … --source …
struct Command {
    private enum Kind: String {
        /// The classes and the registration of one model.
        case model
        /// Accessors for the `@NSManaged` declarations of a target's own source files.
        case accessors
    }

    private let kind: Kind
    private var module = ""
    private var output = ""
    private var models: [String] = []
    private var sources: [String] = []

    init(arguments: [String]) throws {
        guard let word = arguments.first, let kind = Kind(rawValue: word) else {
            throw ModelFileError("The first argument has to be “model” or “accessors”.")
        }
        self.kind = kind
        var rest = arguments.dropFirst()
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw ModelFileError("\(option) needs a value.") }
            switch option {
            case "--module": module = value
            case "--output": output = value
            case "--model": models.append(value)
            case "--source": sources.append(value)
            default: throw ModelFileError("\(option) is not an option of this tool.")
            }
        }
        guard !module.isEmpty, !output.isEmpty else { throw ModelFileError("--module and --output are needed.") }
    }

    func run() throws {
        let packages = try models.map { try ModelPackage(contentsOf: URL(fileURLWithPath: $0)) }
        let text: String
        switch kind {
        case .model:
            guard let package = packages.first, packages.count == 1 else {
                throw ModelFileError("One --model is needed.")
            }
            text = try ModelSource.text(of: package, module: module)
        case .accessors:
            let files = try sources.map { path in
                (path: path, text: try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8))
            }
            text = try ManagedAccessors.text(for: files, models: packages, module: module)
        }
        try write(text)
    }

    /// Leaves a file that says the same alone: its date tells the build what to compile again.
    private func write(_ text: String) throws {
        let data = Data(text.utf8)
        if FileManager.default.contents(atPath: output) == data { return }
        try data.write(to: URL(fileURLWithPath: output), options: .atomic)
    }

    static func report(_ error: any Error) -> String {
        guard let error = error as? ModelFileError else { return "error: \(error)" }
        guard let file = error.file else { return "error: \(error.message)" }
        return "\(file):\(error.line ?? 1): error: \(error.message)"
    }
}
