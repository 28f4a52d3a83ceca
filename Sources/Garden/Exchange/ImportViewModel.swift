import Foundation
import Pictures

/// Bringing a file into the garden: first what it would come to, then doing it.
///
/// Every method may be called from any thread, blocks while it works, and throws `GardenError` only.
public final class ImportViewModel: Sendable {
    private let container: PersistenceContainer

    /// Makes a view model on a store.
    public init(_ container: PersistenceContainer) { self.container = container }

    /// What bringing a file in would come to. Nothing is changed.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - progress: Told how far it is.
    public func plan(_ file: ImportFile, progress: @escaping WorkProgress.Report = { _ in }) throws -> ImportPlan {
        try container.read { context in
            let step = StepProgress(.comparing, of: file.contents.recordCount, progress)
            var planner = ImportPlanner(file.contents, taking: [], in: context, pictures: whole(file), progress: step)
            try planner.run()
            return planner.plan
        }
    }

    /// Makes the pictures that bringing the file in will need, so that nobody waits for them who wants to save meanwhile.
    private func makePictures(_ file: ImportFile, taking: Set<ImportConflict.ID>, _ step: StepProgress) throws {
        guard file.contents.hasPictures else { return }
        let places = try container.read { context in
            var planner = ImportPlanner(
                file.contents, taking: taking, in: context, pictures: whole(file),
                progress: StepProgress(.comparing, of: 1) { _ in })
            try planner.run()
            return planner.steps.picturePlaces(in: file.contents)
        }
        var step = step
        for (index, place) in places.enumerated() {
            _ = try picture(file)(place)
            step.done((index + 1) * step.total / places.count)
        }
    }

    private func whole(_ file: ImportFile) -> (FilePlace) throws -> Data? {
        { [container] place in
            guard let (picture, name) = file.contents.picture(at: place) else { return nil }
            return try file.pictures.whole(picture, of: name, at: place, by: container.pictures)
        }
    }

    private func picture(_ file: ImportFile) -> (FilePlace) throws -> Picture? {
        { [container] place in
            guard let (picture, name) = file.contents.picture(at: place) else { return nil }
            return try file.pictures.picture(picture, of: name, at: place, by: container.pictures)
        }
    }

    /// Brings a file in: all of it, or nothing where something fails. What is there already is left alone, and so is
    /// what is in conflict, unless it is among `taking`.
    ///
    /// It is planned anew within the save, so nothing is overwritten that somebody saved since the plan was shown, and
    /// nothing is added that somebody added since.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - taking: Conflicts of a plan in which the file's values are to take the place of the garden's:
    ///     `ImportPlan.conflictsToTake`, or some of them.
    ///   - date: Now.
    ///   - progress: Told how far it is.
    public func bringIn(
        _ file: ImportFile, taking: Set<ImportConflict.ID> = [], at date: Date = Date(),
        progress: @escaping WorkProgress.Report = { _ in }
    ) throws -> Imported {
        try makePictures(file, taking: taking, StepProgress(.reading, 0...0.1, of: 100, progress))
        return try container.write { context in
            let comparing = StepProgress(.comparing, 0.1...0.3, of: file.contents.recordCount, progress)
            var planner = ImportPlanner(
                file.contents, taking: taking, in: context, pictures: whole(file), progress: comparing)
            try planner.run()
            let writing = StepProgress(.writing, 0.3...0.6, of: planner.steps.count, progress)
            try planner.steps.perform(
                file.contents, in: context, at: date, pictures: picture(file), progress: writing)
            progress(WorkProgress(.saving, 0.6))
            return Imported(plan: planner.plan, taken: planner.taken)
        }
    }
}
