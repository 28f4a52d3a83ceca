import Foundation
import Garden

/// One command's work on the garden: the open store, and how the command answers.
///
/// It uses the view models the screens use, whether a server runs or not; open screens show what it changes.
struct GardenSession {
    /// The store.
    let container: PersistenceContainer
    /// What `--store` said, as it was typed.
    private let storePath: String?

    /// The options every command on the garden has.
    static let options = [StoreLocation.option, Option("--json", "Answer in JSON, for machines.")]

    var plants: PlantsViewModel { PlantsViewModel(container) }
    var sowings: SowingViewModel { SowingViewModel(container) }
    var lists: ListViewModel { ListViewModel(container) }
    var bin: BinViewModel { BinViewModel(container) }

    /// Opens the store, does the work, closes the store, and answers.
    ///
    /// - Parameters:
    ///   - arguments: What was typed.
    ///   - use: What the work does with the store.
    ///   - work: Does the work.
    /// - Returns: The exit status.
    /// - Throws: ``UsageError``; ``Refusal`` for what the garden refuses; ``OutputFailure``.
    static func run(
        _ arguments: Arguments, _ use: StoreUse, _ work: (GardenSession) throws -> Answer
    ) throws -> Int32 {
        let answer = try answer(to: arguments, use, work)
        do {
            try answer.write(isJSON: arguments.has("--json"))
        } catch let failure as OutputFailure {
            throw use == .reading ? failure : OutputFailure(code: failure.code, isAfterChange: true)
        }
        return answer.status
    }

    private static func answer(
        to arguments: Arguments, _ use: StoreUse, _ work: (GardenSession) throws -> Answer
    ) throws -> Answer {
        let path = arguments["--store"]
        let session = GardenSession(
            container: try container(at: StoreLocation(path), use, isDefault: path == nil), storePath: path)
        // What was saved is safe; closing only tidies up.
        defer { try? session.container.close() }
        do {
            return try work(session)
        } catch let failure as OutputFailure {
            throw failure
        } catch {
            throw session.refusal(error)
        }
    }

    private static func container(
        at location: StoreLocation, _ use: StoreUse, isDefault: Bool
    ) throws -> PersistenceContainer {
        if use != .founding, !PersistenceContainer.isThere(storeURL: location.file) {
            // Before anything was entered the garden is empty, which is no mistake.
            if isDefault { return try PersistenceContainer.inMemory() }
            throw Refusal(
                .store,
                "There is no store at \(location.file.path); “perennial plants add” or “perennial lists add” makes one."
            )
        }
        switch use {
        case .reading: return try PersistenceContainer.forReading(storeURL: location.file)
        case .changing, .founding: return try PersistenceContainer(storeURL: location.file)
        }
    }
}

extension GardenSession {
    /// A command on this store, ready to be typed into a shell.
    func line(_ command: String, _ operands: String...) -> String {
        ShellLine.of(command, operands, options: storePath.map { ["--store", $0] } ?? [])
    }

    /// What was thrown, with a command that helps where there is one.
    func refusal(_ error: any Error) -> Refusal {
        let refusal = Refusal(error)
        switch error {
        case GardenError.gone(let gone):
            guard let deletion = gone.deletion else { return refusal }
            return refusal.advising(line("undo", deletion.id.uuidString), "brings it back")
        case GardenError.duplicate(let duplicate):
            let item = duplicate.existing
            guard item.isDone, let listID = item.listID, let list = try? lists.list(listID) else { return refusal }
            var ticked = refusal
            ticked.sentences = ["\(duplicate.message), ticked off: \(Quotation.of(item.name))."]
            return ticked.advising(line("items untick", list.name, item.name), "puts it back")
        default: return refusal
        }
    }
}

extension RowPage {
    /// All rows, portion after portion.
    ///
    /// - Parameter portion: Gives the portion after a cursor.
    static func allRows(_ portion: (RowCursor?) throws -> RowPage<Row>) rethrows -> [Row] {
        var rows: [Row] = []
        var cursor: RowCursor?
        repeat {
            let page = try portion(cursor)
            rows += page.rows
            cursor = page.next
        } while cursor != nil
        return rows
    }
}
