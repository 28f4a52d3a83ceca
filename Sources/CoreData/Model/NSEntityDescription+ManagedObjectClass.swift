import Foundation

extension NSEntityDescription {
    /// The class of this entity's objects: the registered one of that name, else a class of that name
    /// anywhere in the program, else `NSManagedObject` itself.
    internal final func managedObjectClass() -> NSManagedObject.Type {
        guard let name = explicitClassName, !name.isEmpty, name != "NSManagedObject" else {
            return NSManagedObject.self
        }
        if let registered = ManagedModelRegistry.managedObjectClass(named: name, module: model?.moduleName) {
            return registered
        }
        if let type = Self.classInProgram(named: name, module: model?.moduleName) { return type }
        return NSManagedObject.self
    }

    /// Finds a class the program was linked with. Swift classes carry their module's name, which a model
    /// often leaves out: then the model's own module is tried, and the program's.
    private static func classInProgram(named name: String, module: String?) -> NSManagedObject.Type? {
        let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
        var candidates = [bare]
        if !bare.contains(".") {
            if let module, !module.isEmpty { candidates.append("\(module).\(bare)") }
            let program = ProcessInfo.processInfo.processName
            if !program.contains(".") { candidates.append("\(program).\(bare)") }
        }
        for candidate in candidates {
            if let type = NSClassFromString(candidate) as? NSManagedObject.Type { return type }
        }
        return nil
    }
}
