import ModelFile

/// Writes the functions that stand behind a class's managed declarations, under the symbols the compiler expects.
struct AccessorWriter {
    let owner: ManagedClass
    let types: KnownTypes
    let module: String

    func write(_ declarations: [ManagedDeclaration], to source: inout SourceText) throws(ModelFileError) {
        var functions: [String] = []
        for (index, declaration) in declarations.enumerated() {
            do {
                functions += try self.functions(for: declaration, number: index)
            } catch let error as UnknownTypeError {
                throw fault(
                    declaration,
                    "the type “\(error.name)” is neither one of this target nor one of the libraries; "
                        + "declare the property without @NSManaged, with value(forKey:)."
                )
            } catch let error as ModelFileError {
                throw error
            } catch {
                throw fault(declaration, "\(error)")
            }
        }
        source.block("extension \(SwiftName.escaped(owner.name))") { for function in functions { $0.line(function) } }
        source.line()
    }

    private func fault(_ declaration: ManagedDeclaration, _ message: String) -> ModelFileError {
        ModelFileError(
            "@NSManaged “\(declaration.className).\(declaration.name)”: \(message)", file: declaration.file,
            line: declaration.line)
    }

    private func functions(for declaration: ManagedDeclaration, number: Int) throws -> [String] {
        let symbols = AccessorSymbol(module: module, declaration: types.declaration(of:))
        // A private declaration is reached from its own file through its symbol; the function can be internal.
        let access = declaration.access == .public ? "public " : ""
        let suffix = "\(number)_\(declaration.name)"
        // `dynamic` as the declarations are: otherwise a release build of another module stops, which finds two
        // kinds of function under one symbol.
        let function = "\(access)dynamic final func"
        switch declaration.member {
        case .property(let type):
            let resolved = types.resolved(type)
            let symbol = try symbols.accessors(of: declaration, type: resolved)
            let body = try propertyBody(of: declaration, type: resolved)
            return [
                "@_silgen_name(\"\(symbol.getter)\") \(function) managedGet\(suffix)() -> \(type.text) "
                    + "{ \(body.getter) }",
                "@_silgen_name(\"\(symbol.setter)\") \(function) managedSet\(suffix)"
                    + "(_ value: __owned \(type.text)) { \(body.setter) }",
            ]
        case .method(let parameters):
            let parameters = parameters.map {
                ManagedDeclaration.Parameter(label: $0.label, type: types.resolved($0.type))
            }
            guard let body = MethodBody(name: declaration.name, parameters: parameters, in: owner) else {
                throw fault(declaration, "the model has no to-many relationship a method of this form belongs to.")
            }
            let symbol = try symbols.method(declaration, parameters: parameters)
            let list = parameters.enumerated().map { "_ p\($0.offset): \($0.element.type.text)" }
            let statement = body.statement(owner.slot(of: body.relationship))
            return [
                "@_silgen_name(\"\(symbol)\") \(function) managedCall\(suffix)"
                    + "(\(list.joined(separator: ", "))) { \(statement) }"
            ]
        }
    }

    private func propertyBody(of declaration: ManagedDeclaration, type: SwiftType) throws -> PropertyBody {
        let name = declaration.name
        let kind = owner.kind(of: name)
        if kind == nil, !owner.entities.isEmpty {
            if let primitive = primitiveName(name) {
                return keyed(type, key: primitive, declaration, "primitiveValue", "setPrimitiveValue")
            }
            if owner.hasFetchedProperty(name) { return keyed(type, key: name, declaration, "value", "setValue") }
            let entities = owner.entities.map { "“\($0.entity.name)”" }.joined(separator: ", ")
            throw fault(declaration, "the entity \(entities) has no property “\(name)”.")
        }
        guard
            let body = PropertyBody(
                type: type, slot: owner.slot(of: name), kind: kind, name: "\(owner.name).\(name)",
                isManaged: { types.managedClasses.contains($0) || $0 == "NSManagedObject" })
        else {
            throw fault(declaration, "the model has it as \(kind ?? "?"), which cannot be had as “\(type.text)”.")
        }
        return body
    }

    /// The property whose value `primitiveDate` is, without access and change being told: `date`.
    private func primitiveName(_ name: String) -> String? {
        guard name.hasPrefix("primitive"), name.count > "primitive".count else { return nil }
        let rest = String(name.dropFirst("primitive".count))
        let lower = rest.prefix(1).lowercased() + rest.dropFirst()
        return [lower, rest].first { owner.kind(of: $0) != nil }
    }

    private func keyed(
        _ type: SwiftType, key: String, _ declaration: ManagedDeclaration, _ getter: String, _ setter: String
    ) -> PropertyBody {
        let literal = StringLiteral.singleLine(key)
        let value = "\(getter)(forKey: \(literal))"
        let store = "\(setter)(value, forKey: \(literal))"
        if case .optional(let wrapped) = type {
            return PropertyBody(getter: "\(value) as? \(wrapped.text)", setter: store)
        }
        let name = StringLiteral.singleLine("\(owner.name).\(declaration.name)")
        return PropertyBody(getter: "required(\(value) as? \(type.text), \(name))", setter: store)
    }
}
