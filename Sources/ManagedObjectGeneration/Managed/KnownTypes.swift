import ModelFile

/// The types a target's managed declarations may name: its own, its models' classes, and those of the libraries.
struct KnownTypes {
    private let module: String
    private var declared: [String: TypeDeclaration.Kind] = [:]
    private var aliases: [String: SwiftType] = [:]
    /// The classes of the models' entities.
    let managedClasses: Set<String>

    init(module: String, readers: [DeclarationReader], documents: [ModelDocument]) {
        self.module = module
        managedClasses = Set(documents.flatMap { $0.entities.compactMap(\.className) })
        for name in managedClasses { declared[name] = .class }
        for reader in readers {
            declared.merge(reader.types) { $1 }
            aliases.merge(reader.aliases) { $1 }
        }
    }

    /// A type with the target's other names for types replaced by what they stand for.
    func resolved(_ type: SwiftType, depth: Int = 0) -> SwiftType {
        switch type {
        case .named(let name):
            // Aliases that name each other in a circle do not compile; here they must not hang.
            guard depth < 16, let target = aliases[name] else { return type }
            return resolved(target, depth: depth + 1)
        case .optional(let wrapped): return .optional(resolved(wrapped, depth: depth))
        case .array(let element): return .array(resolved(element, depth: depth))
        case .set(let element): return .set(resolved(element, depth: depth))
        case .dictionary(let key, let value):
            return .dictionary(resolved(key, depth: depth), resolved(value, depth: depth))
        case .any, .anyObject: return type
        }
    }

    /// Where a type is declared; nil for one nothing is known about.
    func declaration(of name: String) -> TypeDeclaration? {
        if let kind = declared[name] { return TypeDeclaration(module: module, kind: kind) }
        if Self.swift.contains(name) { return TypeDeclaration(module: "Swift", kind: .structure) }
        if Self.essentials.contains(name) {
            return TypeDeclaration(module: "FoundationEssentials", kind: .structure)
        }
        if Self.coreData.contains(name) { return TypeDeclaration(module: "CoreData", kind: .class) }
        return name.hasPrefix("NS") ? TypeDeclaration(module: "Foundation", kind: .class) : nil
    }

    private static let swift: Set<String> = [
        "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "AnyHashable",
    ]
    /// Foundation's types that live in the smaller module it exports.
    private static let essentials: Set<String> = ["Data", "Date", "Decimal", "URL", "UUID"]
    private static let coreData: Set<String> = ["NSManagedObject", "NSManagedObjectID"]
}
