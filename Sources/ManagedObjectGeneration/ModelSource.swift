import ModelFile

/// The Swift source a model becomes: its classes, and what registers them and the model.
public enum ModelSource {
    /// Writes the source of a model.
    ///
    /// - Parameters:
    ///   - package: the model with all its versions; classes are made of the current one.
    ///   - module: the name of the module the source will be part of.
    /// - Throws: the first of what keeps the model from becoming source that compiles.
    public static func text(of package: ModelPackage, module: String) throws(ModelFileError) -> String {
        for version in package.versions {
            if let problem = version.document.problems(file: version.path).first { throw problem }
        }
        let current = package.currentVersion
        var checker = GenerationChecker(document: current.document, file: current.path)
        if let problem = checker.check().first { throw problem }

        var source = SourceText()
        source.line("// Generated from \(package.name).xcdatamodeld at each build. Edit the model instead.")
        source.line("// swift-format-ignore-file")
        source.line()
        source.line("import CoreData")
        source.line("import Foundation")
        source.line()
        let writer = ClassWriter(document: current.document)
        for (entity, className) in GeneratedClasses.entities(of: current.document) {
            writer.write(entity, className: className, to: &source)
        }
        RegistrationWriter(package: package, module: module).write(to: &source)
        return source.text
    }
}
