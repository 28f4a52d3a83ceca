import Foundation
import Garden

/// The view models of one garden, as the screens ask for them.
struct GardenModels: Sendable {
    let container: PersistenceContainer
    let live: LiveRows
    /// What streams are told of a save.
    let messages = LiveMessages()

    /// The files that wait to be brought in.
    let imports: WaitingImports

    /// Who lets people in; nil where everybody may come in.
    let door: Doorkeeper?

    init(_ container: PersistenceContainer, door: Doorkeeper? = nil, imports: WaitingImports? = nil) {
        self.container = container
        self.door = door
        self.imports = imports ?? WaitingImports(ImportViewModel(container))
        live = LiveRows(container)
    }

    var plants: PlantsViewModel { PlantsViewModel(container) }
    func plant(_ id: UUID) -> PlantViewModel { PlantViewModel(container, id: id) }
    var sowings: SowingViewModel { SowingViewModel(container) }
    var lists: ListViewModel { ListViewModel(container) }
    func items(of list: UUID) -> ItemViewModel { ItemViewModel(container, list: list) }
    var bin: BinViewModel { BinViewModel(container) }
}
