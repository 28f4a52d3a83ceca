import Foundation
import Synchronization

/// The models and managed object classes that were compiled into the program.
///
/// Generated code registers them while the program loads, so that `NSPersistentContainer(name:)` finds a
/// model of any linked target. Beyond Apple's API: there, models are files in the program's bundle.
public enum ManagedModelRegistry {
    private static let state = Mutex(State())

    private struct State {
        var models: [RegisteredModel] = []
        /// Models made from registered sources, by position in `models`.
        var loaded: [Int: NSManagedObjectModel] = [:]
    }

    /// Adds a model. The first of a name is the one found by it.
    public static func register(_ model: RegisteredModel) {
        state.withLock { $0.models.append(model) }
    }

    /// Every registered model, in the order of registration.
    public static var registeredModels: [RegisteredModel] {
        state.withLock { $0.models }
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

    internal static func managedObjectClass(named name: String, module: String?) -> NSManagedObject.Type? {
        registeredClass(named: name, module: module)?.type()
    }
}
