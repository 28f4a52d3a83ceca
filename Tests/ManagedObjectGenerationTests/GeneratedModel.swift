import ModelFile

@testable import ManagedObjectGeneration

/// Makes models and what is generated of them, for tests.
enum GeneratedModel {
    static func package(_ content: String, name: String = "House") throws -> ModelPackage {
        let source = "<model>\n\(content)\n</model>"
        let version = ModelVersion(
            name: name, path: "/\(name)/contents", source: source, document: try ModelDocument(xml: source))
        return ModelPackage(name: name, versions: [version])
    }

    /// The source generated for entities.
    static func text(_ content: String) throws -> String {
        try ModelSource.text(of: package(content), module: "Home")
    }

    /// The accessors generated for a source file beside a model of entities.
    static func accessors(_ content: String, source: String) throws -> String {
        try ManagedAccessors.text(
            for: [(path: "Plant.swift", text: source)], models: [package(content)], module: "Home")
    }
}
