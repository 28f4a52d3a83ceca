import ModelFile

/// Writes what registers a model and its classes while the program loads.
struct RegistrationWriter {
    let package: ModelPackage
    let module: String

    func write(to source: inout SourceText) {
        let name = Self.identifier(package.name)
        source.line("/// Makes the model known while the program loads.")
        source.line("@section(\".init_array\") @used")
        source.block("private let registerAtLoad: @convention(c) () -> Void =") { $0.line("register\(name)Model()") }
        source.line()
        source.block("private func register\(name)Model()") {
            $0.line("ManagedModelRegistry.register(")
            $0.line("    RegisteredModel(")
            $0.line("        name: \(StringLiteral.singleLine(package.name)),")
            $0.line("        module: \(StringLiteral.singleLine(module)),")
            $0.line("        versions: [")
            for (index, version) in package.versions.enumerated() {
                let name = StringLiteral.singleLine(version.name)
                $0.line("            RegisteredModelVersion(name: \(name), source: source\(index)),")
            }
            $0.line("        ],")
            $0.line("        classes: [")
            for entity in GeneratedClasses.entities(of: package.currentVersion.document) {
                writeClass(entity.entity, className: entity.className, to: &$0)
            }
            $0.line("        ]))")
        }
        for (index, version) in package.versions.enumerated() {
            source.line()
            source.line("/// \(version.name).xcdatamodel/contents")
            source.raw("private let source\(index) = \(StringLiteral.multiLine(version.source))\n")
        }
    }

    private func writeClass(_ entity: ModelEntity, className: String, to source: inout SourceText) {
        let isGenerated = entity.codeGeneration == .class
        for line in Self.registeredClass(
            entity, className: className, in: package.currentVersion.document, isGenerated: isGenerated)
        {
            source.line("            " + line)
        }
    }

    /// The lines of a `RegisteredClass`.
    static func registeredClass(
        _ entity: ModelEntity, className: String, in document: ModelDocument, isGenerated: Bool = false
    ) -> [String] {
        var lines = ["RegisteredClass("]
        lines.append(
            "    name: \(StringLiteral.singleLine(className)), type: { \(SwiftName.escaped(className)).self },")
        lines.append("    slots: [")
        for slot in SlotTable(entity, in: document).slots {
            lines.append("        SlotDeclaration(\(StringLiteral.singleLine(slot.name)), .\(slot.kind)),")
        }
        lines.append(isGenerated ? "    ], isGenerated: true)," : "    ]),")
        return lines
    }

    /// A model's name as part of an identifier: what is no letter or digit becomes a line.
    static func identifier(_ name: String) -> String {
        String(name.unicodeScalars.map { $0.properties.isXIDContinue ? Character($0) : "_" })
    }
}
