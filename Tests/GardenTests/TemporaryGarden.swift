import Foundation
import PictureTestFiles
import Testing

@testable import Garden

/// A garden in a folder of its own, which goes when the test is done.
final class TemporaryGarden: Sendable {
    let folder: URL
    let container: PersistenceContainer

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("garden-\(UUID().uuidString)")
        container = try PersistenceContainer(
            storeURL: folder.appendingPathComponent("garden.sqlite"), pictures: SamplePicture.workshop)
    }

    deinit {
        try? container.close()
        try? FileManager.default.removeItem(at: folder)
    }

    var storeURL: URL { folder.appendingPathComponent("garden.sqlite") }
    var plants: PlantsViewModel { PlantsViewModel(container) }
    var sowings: SowingViewModel { SowingViewModel(container) }
    var lists: ListViewModel { ListViewModel(container) }
    var bin: BinViewModel { BinViewModel(container) }

    func plant(_ id: UUID) -> PlantViewModel { PlantViewModel(container, id: id) }
    func items(_ list: UUID) -> ItemViewModel { ItemViewModel(container, list: list) }

    /// Another program's view of the same store.
    func secondContainer() throws -> PersistenceContainer { try PersistenceContainer(storeURL: storeURL) }

    /// A sowing entered in the short way.
    @discardableResult
    func sow(
        _ plant: PlantRow, _ seeds: Int = 20, on day: String = "2026-03-01", note: String = "",
        id: UUID = UUID()
    ) throws -> SowingDetail {
        let form = SowingForm(
            plantID: plant.id, genus: "", species: "", dateSown: day, numberOfSeeds: String(seeds), note: note
        )
        return try #require(try sowings.add(form, id: id).saved)
    }
}

extension SowingSaveResult {
    /// The saved sowing; nil when there was a question.
    var saved: SowingDetail? {
        if case .saved(let detail, _) = self { detail } else { nil }
    }

    /// The fields others changed.
    var merged: [GardenField] {
        if case .saved(_, let merged) = self { merged } else { [] }
    }

    /// The question; nil when it was saved.
    var question: NameQuestion? {
        if case .nameQuestion(let question) = self { question } else { nil }
    }
}

extension GardenError {
    var duplicate: Duplicate? { if case .duplicate(let duplicate) = self { duplicate } else { nil } }
    var gone: Gone? { if case .gone(let gone) = self { gone } else { nil } }
    var conflict: Conflict? { if case .conflict(let conflict) = self { conflict } else { nil } }
    var invalidFields: [GardenField]? {
        if case .invalid(let errors) = self { errors.map(\.field) } else { nil }
    }
    var sentence: String? { if case .store(let sentence) = self { sentence } else { nil } }
}
