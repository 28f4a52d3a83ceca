import Foundation
import Synchronization

/// The layouts of all entities of a model. A model that was put to use stays, with its layouts, for the life of
/// the program: objects and IDs point to them from everywhere.
final class ModelLayout: @unchecked Sendable {
    // Filled in the initialiser, under the lock of `inUse`; read only afterwards.
    private static let inUse = Mutex<[ModelLayout]>([])

    let model: NSManagedObjectModel
    /// By ordinal; nothing stands at 0.
    private(set) var layouts: [EntityLayout?] = [nil]
    private var byName: [String: EntityLayout] = [:]
    private var byClass: [ObjectIdentifier: [EntityLayout]] = [:]

    /// The layout of a model, which is frozen by asking.
    static func layout(of model: NSManagedObjectModel) -> ModelLayout {
        model.freeze()
        return inUse.withLock { layouts in
            // `layoutStorage` is only set here.
            if let made = model.layoutStorage { return unsafeDowncast(made, to: ModelLayout.self) }
            let layout = ModelLayout(model)
            layouts.append(layout)
            model.layoutStorage = layout
            return layout
        }
    }

    /// The layouts of the entities of a class, in the models that are in use.
    static func layouts(ofClass type: NSManagedObject.Type) -> [EntityLayout] {
        inUse.withLock { $0.flatMap { $0.layouts(of: type) } }
    }

    /// The layout of the entity of a class in the model that was compiled in with it.
    static func compiledLayout(ofClass type: NSManagedObject.Type) -> EntityLayout? {
        ManagedModelRegistry.entity(for: type).map(EntityLayout.layout(of:))
    }

    /// The entity of a class; there being none is a programming error.
    static func entity(ofClass type: NSManagedObject.Type) -> NSEntityDescription {
        if let layout = layouts(ofClass: type).first ?? compiledLayout(ofClass: type) { return layout.entity }
        preconditionFailure(
            "No model in use has an entity of the class \(type). Load a persistent container with such a model.")
    }

    private init(_ model: NSManagedObjectModel) {
        self.model = model
        table = .allocate(capacity: model.entities.count + 1)
        func byNameIgnoringCase(_ a: NSEntityDescription, _ b: NSEntityDescription) -> Bool {
            let (x, y) = ((a.name ?? "").lowercased(), (b.name ?? "").lowercased())
            return x == y ? (a.name ?? "") < (b.name ?? "") : x < y
        }
        func add(_ entity: NSEntityDescription) {
            let layout = EntityLayout(entity: entity, ordinal: layouts.count, model: self)
            layouts.append(layout)
            byName[entity.name ?? ""] = layout
            byClass[ObjectIdentifier(layout.managedObjectClass), default: []].append(layout)
            for child in entity.subentities.sorted(by: byNameIgnoringCase) { add(child) }
        }
        for entity in model.entities.filter({ $0.superentity == nil }).sorted(by: byNameIgnoringCase) {
            add(entity)
        }
        let all = layouts.compactMap { $0 }
        for layout in all {
            if layout.ordinal == 1 { table[0] = .passUnretained(layout) }
            table[layout.ordinal] = .passUnretained(layout)
        }
        for layout in all { layout.link() }
        for layout in all { layout.finish() }
        for layout in all { layout.entity.layoutStorage = .passUnretained(layout) }
    }

    func layout(named name: String) -> EntityLayout? { byName[name] }

    func layout(of entity: NSEntityDescription) -> EntityLayout? {
        guard let layout = byName[entity.name ?? ""] else { return nil }
        return layout
    }

    /// The entity whose objects are of the class, when exactly one is.
    func layouts(of type: NSManagedObject.Type) -> [EntityLayout] { byClass[ObjectIdentifier(type)] ?? [] }

    @inline(__always) subscript(ordinal: Int) -> EntityLayout {
        // An ordinal comes from an `ObjectKey` or a slot of this model, so a layout stands there.
        table[ordinal]._withUnsafeGuaranteedRef { $0 }
    }

    /// The layouts by ordinal, for reading without counting references; `layouts` keeps them alive. The first
    /// place repeats the second, so that every place is filled.
    private let table: UnsafeMutablePointer<Unmanaged<EntityLayout>>
}
