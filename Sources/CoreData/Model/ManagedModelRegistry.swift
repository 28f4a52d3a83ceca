import Foundation
internal import ModelFile
import Synchronization

/// The models and managed object classes that were compiled into the program.
///
/// Generated code registers them while the program loads, so that `NSPersistentContainer(name:)` finds a
/// model of any linked target. Beyond Apple's API: there, models are files in the program's bundle.
public enum ManagedModelRegistry {
    private static let state = Mutex(State())

    private struct State {
        var models: [RegisteredModel] = []
        /// Hand-written classes; the model they are made from may be registered later.
        var classes: [ClassGroup] = []
        /// Models made of registered sources, by position in `models`.
        var loaded: [Int: NSManagedObjectModel] = [:]
    }

    /// Classes of one model that were registered apart from it.
    private struct ClassGroup {
        var model: String
        var module: String
        var classes: [RegisteredClass]
    }

    /// Adds a model. The first of a name is the one found by it.
    public static func register(_ model: RegisteredModel) {
        state.withLock { $0.models.append(model) }
    }

    /// Adds classes of a model that are written by hand and get their accessors generated.
    /// - Parameters:
    ///   - classes: the classes.
    ///   - name: the model's name.
    ///   - module: the module of the model and the classes.
    public static func register(_ classes: [RegisteredClass], forModelNamed name: String, module: String) {
        state.withLock { $0.classes.append(ClassGroup(model: name, module: module, classes: classes)) }
    }

    /// Every registered model with all its classes, in the order of registration.
    public static var registeredModels: [RegisteredModel] {
        state.withLock { state in
            state.models.map { model in
                let groups = state.classes.filter { $0.model == model.name && $0.module == model.module }
                if groups.isEmpty { return model }
                return RegisteredModel(
                    name: model.name, module: model.module, versions: model.versions,
                    classes: model.classes + groups.flatMap(\.classes))
            }
        }
    }

    /// The current version of the registered model of a name: the same object at each call, and not to be
    /// changed; a copy of it may be.
    /// - Parameters:
    ///   - name: the model's name.
    ///   - module: the module to look in first; nil for any.
    /// - Returns: nil when no such model was compiled in.
    public static func model(named name: String, module: String? = nil) -> NSManagedObjectModel? {
        state.withLock { state in
            let candidates = state.models.indices.filter { state.models[$0].name == name }
            guard
                let index = candidates.first(where: { state.models[$0].module == module }) ?? candidates.first
            else { return nil }
            return loadedModel(at: index, &state)
        }
    }

    /// The version of a registered model that a store with this metadata was written with; its entities have no classes
    /// of their own, so that it never stands in for the current version.
    /// - Parameters:
    ///   - metadata: the store's metadata.
    ///   - configuration: the configuration that the store holds; nil for all entities.
    ///   - model: the model the store is to be brought to. If it is a version of a registered model, only that model's
    ///     versions are looked at.
    internal static func version(
        writing metadata: [String: Any], configuration: String?, before model: NSManagedObjectModel
    ) -> NSManagedObjectModel? {
        let all = registeredModels.map { registered in
            registered.versions.compactMap { version in
                (try? ModelDocument(xml: version.source)).flatMap {
                    try? NSManagedObjectModel(document: $0, module: registered.module)
                }
            }
        }
        let hashes = model.entityVersionHashesByName
        let own = all.first { $0.contains { $0.entityVersionHashesByName == hashes } } ?? all.flatMap(\.self)
        let found = own.first {
            $0.isConfiguration(withName: configuration, compatibleWithStoreMetadata: metadata)
        }
        guard let found else { return nil }
        for entity in found.entities { entity.managedObjectClassName = "NSManagedObject" }
        return found
    }

    /// The entity whose objects have a registered class.
    /// - Returns: nil for a class that is not registered, or that several entities of its model share.
    internal static func entity(for type: NSManagedObject.Type) -> NSEntityDescription? {
        for (index, registered) in registeredModels.enumerated() {
            guard let entry = registered.classes.first(where: { $0.type() == type }),
                let model = state.withLock({ loadedModel(at: index, &$0) })
            else { continue }
            let entities = model.entities.filter {
                $0.explicitClassName?.split(separator: ".").last.map(String.init) == entry.name
            }
            if entities.count == 1 { return entities[0] }
        }
        return nil
    }

    /// A registered class.
    /// - Parameters:
    ///   - name: the class's name, bare (`Plant`), with a leading dot (`.Plant`) or with its module.
    ///   - module: where to look first when several modules have a class of that name.
    internal static func registeredClass(named name: String, module: String?) -> RegisteredClass? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
        guard let bare = parts.last else { return nil }
        let wanted = parts.count > 1 ? parts[0] : module
        let models = registeredModels
        let preferred = models.filter { $0.module == wanted }
        for model in parts.count > 1 ? preferred : preferred + models {
            if let found = model.classes.first(where: { $0.name == bare }) { return found }
        }
        return nil
    }

    /// The entry of a class.
    internal static func registeredClass(of type: NSManagedObject.Type) -> RegisteredClass? {
        for model in registeredModels {
            if let found = model.classes.first(where: { $0.type() == type }) { return found }
        }
        return nil
    }

    internal static func managedObjectClass(named name: String, module: String?) -> NSManagedObject.Type? {
        registeredClass(named: name, module: module)?.type()
    }

    /// Makes a model of its registered source when it is first asked for.
    private static func loadedModel(at index: Int, _ state: inout State) -> NSManagedObjectModel? {
        if let model = state.loaded[index] { return model }
        let registered = state.models[index]
        guard let source = registered.versions.first?.source else { return nil }
        do {
            let document = try ModelDocument(xml: source)
            let model = try NSManagedObjectModel(document: document, module: registered.module)
            model.freeze()
            state.loaded[index] = model
            return model
        } catch {
            NSLog("CoreData: the compiled-in model %@ cannot be loaded: %@", registered.name, "\(error)")
            return nil
        }
    }
}
