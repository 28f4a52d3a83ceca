import ModelFile

/// The Swift source that gives `@NSManaged` declarations their accessors.
///
/// The compiler leaves such declarations to be found when the program is linked; on Apple's systems the
/// Objective-C runtime finds them instead. What is written here are functions with the very symbols.
public enum ManagedAccessors {
    /// Writes the accessors of a target's own source files.
    ///
    /// - Parameters:
    ///   - files: the target's source files.
    ///   - models: the target's models.
    ///   - module: the target's module.
    /// - Throws: the first declaration no accessor can be made for.
    public static func text(
        for files: [(path: String, text: String)], models: [ModelPackage], module: String
    ) throws(ModelFileError) -> String {
        var readers: [DeclarationReader] = []
        for file in files { readers.append(try DeclarationReader(file: file.path, source: file.text)) }
        let documents = models.map(\.currentVersion.document)
        let types = KnownTypes(module: module, readers: readers, documents: documents)
        let classes = Dictionary(grouping: readers.flatMap(\.managed), by: \.className)

        var source = SourceText()
        source.line("// Generated from the @NSManaged declarations of \(module) at each build.")
        source.line("// swift-format-ignore-file")
        source.line()
        source.line("import CoreData")
        source.line("import Foundation")
        source.line()
        for (name, declarations) in classes.sorted(by: { $0.key < $1.key }) {
            let owner = ManagedClass(name: name, documents: documents)
            try AccessorWriter(owner: owner, types: types, module: module).write(unique(declarations), to: &source)
        }
        source.block("private func required<Value>(_ value: Value?, _ name: String) -> Value") {
            $0.block("guard let value else") {
                $0.line(
                    "preconditionFailure(\"“\\(name)” is nil, but is declared as never nil: declare it optional, or set it before reading.\")"
                )
            }
            $0.line("return value")
        }
        writeRegistration(of: classes.keys.sorted(), models: models, module: module, to: &source)
        return source.text
    }

    /// A declaration in both branches of a condition is there twice in the text, once in the program.
    private static func unique(_ declarations: [ManagedDeclaration]) -> [ManagedDeclaration] {
        var seen: Set<String> = []
        return declarations.filter { declaration in
            guard case .property = declaration.member else { return true }
            return seen.insert(declaration.name).inserted
        }
    }

    private static func writeRegistration(
        of classes: [String], models: [ModelPackage], module: String, to source: inout SourceText
    ) {
        source.line()
        source.line("/// Makes the classes known while the program loads.")
        source.line("@section(\".init_array\") @used")
        source.block("private let registerAtLoad: @convention(c) () -> Void =") { $0.line("registerManagedClasses()") }
        source.line()
        source.block("private func registerManagedClasses()") {
            for package in models {
                let document = package.currentVersion.document
                $0.line("ManagedModelRegistry.register(")
                $0.line("    [")
                for name in classes {
                    // Generated classes are registered with their model.
                    guard let leading = ManagedClass(name: name, documents: [document]).leadingEntity,
                        leading.entity.codeGeneration == nil
                    else { continue }
                    for line in RegistrationWriter.registeredClass(leading.entity, className: name, in: document) {
                        $0.line("        " + line)
                    }
                }
                $0.line(
                    "    ], forModelNamed: \(StringLiteral.singleLine(package.name)), module: \(StringLiteral.singleLine(module)))"
                )
            }
        }
    }
}
