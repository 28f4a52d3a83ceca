/// The symbols the compiler expects for a managed declaration.
struct AccessorSymbol {
    let module: String
    /// Where a named type is declared.
    let declaration: (String) -> TypeDeclaration?

    /// The getter of a property, and its setter.
    func accessors(
        of property: ManagedDeclaration, type: SwiftType
    ) throws(UnknownTypeError) -> (getter: String, setter: String) {
        var mangler = start(property)
        try mangler.append(type, declaration: declaration)
        return (mangler.symbol + "vg", mangler.symbol + "vs")
    }

    /// A method without result.
    func method(
        _ method: ManagedDeclaration, parameters: [ManagedDeclaration.Parameter]
    ) throws(UnknownTypeError) -> String {
        var mangler = start(method)
        let hasLabels = parameters.contains { !$0.label.isEmpty }
        if hasLabels {
            for parameter in parameters {
                if parameter.label.isEmpty {
                    mangler.append(operation: "_")
                } else {
                    mangler.append(identifier: parameter.label)
                }
            }
        } else {
            mangler.append(operation: "y")
        }
        // The result: nothing.
        mangler.append(operation: "y")
        let isTuple = hasLabels || parameters.count != 1
        for (index, parameter) in parameters.enumerated() {
            try mangler.append(parameter.type, declaration: declaration)
            // A tuple's first element is marked as the start of a list.
            if index == 0 && isTuple { mangler.append(operation: "_") }
        }
        mangler.append(operation: isTuple ? "tF" : "F")
        return mangler.symbol
    }

    private func start(_ member: ManagedDeclaration) -> SymbolMangler {
        var mangler = SymbolMangler()
        mangler.append(nominal: member.className, declaration: TypeDeclaration(module: module, kind: .class))
        mangler.append(identifier: member.name)
        if member.access == .private {
            // The compiler tells the private declarations of files apart by module and file name.
            let file = member.file.split(separator: "/").last.map(String.init) ?? member.file
            mangler.append(identifier: "_" + MD5.hexadecimal(module + file))
            mangler.append(operation: "LL")
        }
        return mangler
    }
}
