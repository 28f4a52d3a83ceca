import Foundation
import PackagePlugin

/// Turns every `.xcdatamodeld` and `.xcdatamodel` of a target into Swift source, and gives `@NSManaged`
/// declarations of the target's own files their accessors.
@main
struct GenerateManagedObjects: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let tool = try context.tool(named: "GenerateManagedObjectsTool")
        let models = Self.models(in: target.directoryURL)
        if models.isEmpty { return [] }
        let folder = context.pluginWorkDirectoryURL
        var commands: [Command] = []
        for model in models {
            let name = model.deletingPathExtension().lastPathComponent
            let output = folder.appending(path: "\(name)+Model.swift")
            commands.append(
                .buildCommand(
                    displayName: "Generate managed objects of \(model.lastPathComponent)", executable: tool.url,
                    arguments: [
                        "model", "--module", target.moduleName, "--output", output.path(percentEncoded: false),
                        "--model", model.path(percentEncoded: false),
                    ],
                    inputFiles: Self.files(in: model), outputFiles: [output]))
        }
        // All of them: a managed property's type may be declared in any.
        let sources = target.sourceFiles(withSuffix: ".swift").map(\.url)
        if sources.contains(where: Self.declaresManagedProperties) {
            let output = folder.appending(path: "\(target.moduleName)+ManagedAccessors.swift")
            var arguments = [
                "accessors", "--module", target.moduleName, "--output", output.path(percentEncoded: false),
            ]
            for model in models { arguments += ["--model", model.path(percentEncoded: false)] }
            for source in sources { arguments += ["--source", source.path(percentEncoded: false)] }
            commands.append(
                .buildCommand(
                    displayName: "Generate accessors of @NSManaged properties in \(target.name)",
                    executable: tool.url, arguments: arguments, inputFiles: models.flatMap(Self.files) + sources,
                    outputFiles: [output]))
        }
        return commands
    }

    /// The models below a folder: packages of versions, and single versions outside of packages.
    private static func models(in folder: URL) -> [URL] {
        let enumerator = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
        var models: [URL] = []
        while let url = enumerator?.nextObject() as? URL {
            if ["xcdatamodeld", "xcdatamodel"].contains(url.pathExtension) {
                models.append(url)
                enumerator?.skipDescendants()
            }
        }
        return models.sorted { $0.path < $1.path }
    }

    /// Every file of a model: an edit to any of them generates anew.
    private static func files(in model: URL) -> [URL] {
        let enumerator = FileManager.default.enumerator(at: model, includingPropertiesForKeys: [.isRegularFileKey])
        var files: [URL] = []
        while let url = enumerator?.nextObject() as? URL {
            if (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true { files.append(url) }
        }
        return files.sorted { $0.path < $1.path }
    }

    private static func declaresManagedProperties(_ source: URL) -> Bool {
        guard let data = FileManager.default.contents(atPath: source.path(percentEncoded: false)) else { return false }
        return data.range(of: Data("@NSManaged".utf8)) != nil
    }
}
