import Foundation
import Garden

/// Import: takes a file, shows what it comes to, and brings it in once somebody has said yes.
enum ImportScreen {
    /// The greatest size of a file that is taken here, in bytes.
    static let mostBytes = 64 * 1024 * 1024
    private static let tooLarge = "The file has more than 64 MiB. “perennial import” on the machine itself takes it."

    static func show(_ visit: Visit) -> Answer { .page(page()) }

    /// Takes the file.
    static func take(_ visit: Visit) throws -> Answer {
        guard let file = visit.form.file("file"), !(file.content.isEmpty && file.fileName.isEmpty) else {
            return .page(page(problem: "Choose a file first."), .unprocessableContent)
        }
        guard file.content.count <= mostBytes else { return .page(page(problem: tooLarge), .contentTooLarge) }
        let waiting = try visit.garden.imports.add(file.content, device: visit.guest?.device?.id)
        switch waiting.state {
        case .unreadable(let faults):
            visit.garden.imports.forget(waiting.id, device: waiting.device)
            return .page(page(faults), .unprocessableContent)
        default: return .moved(.import(waiting.id))
        }
    }

    /// What became of the file so far.
    static func follow(_ visit: Visit) throws -> Answer {
        guard let waiting = try waiting(visit) else { return gone }
        switch waiting.state {
        case .reading(let progress):
            return .page(ImportProgress(id: waiting.id, progress: progress, canCancel: true).page)
        case .bringingIn(let progress):
            return .page(ImportProgress(id: waiting.id, progress: progress, canCancel: false).page)
        case .unreadable(let faults): return .page(page(faults))
        case .failed(let sentence): return .page(page(problem: sentence))
        case .ready(let plan, let problem):
            return .page(ImportPreview(id: waiting.id, plan: plan, problem: problem, order: visit.order).page)
        case .done(let imported): return .page(ImportResult(imported: imported, order: visit.order).page)
        }
    }

    /// Brings it in. Of the conflicts those are taken that were ticked in the plan that was shown.
    static func bringIn(_ visit: Visit) throws -> Answer {
        guard let waiting = try waiting(visit) else { return gone }
        visit.garden.imports.bringIn(waiting) { plan in
            if visit.form["conflicts"] == "file" { return plan.conflictsToTake }
            let ticked = visit.form.all("take").compactMap { Int($0) }.filter(plan.conflicts.indices.contains)
            return Set(ticked.map { plan.conflicts[$0] }.filter(\.canTakeFile).map(\.id))
        }
        return .moved(.import(waiting.id))
    }

    static func cancel(_ visit: Visit) throws -> Answer {
        visit.garden.imports.forget(try visit.id(), device: visit.guest?.device?.id)
        return .moved(.more)
    }

    private static func waiting(_ visit: Visit) throws -> WaitingImport? {
        visit.garden.imports.find(try visit.id(), device: visit.guest?.device?.id)
    }

    /// It is not said whether there is a file that another device sent.
    private static var gone: Answer {
        .page(page(problem: "The file is no longer here: choose it again."), .notFound)
    }

    // MARK: The form

    private static func page(_ faults: [ImportFault]) -> Page {
        if faults.count == 1, faults[0].place.isEmpty { return page(problem: faults[0].message) }
        let sentence = "Nothing was changed. Put this right in the file, then choose it again:"
        return page(problem: sentence, faults: faults.map(\.sentence))
    }

    private static func page(problem: String? = nil, faults: [String] = []) -> Page {
        var page = Page(name: "import", title: "Import", tab: .more)
        page.leading = Bar.back(to: .more, "More")
        page.content = .several([
            h1(.literal("tabindex", "-1")) { "Import" },
            div(.class("words")) {
                p {
                    "What was exported here or elsewhere as everything, plants or lists (JSON or CSV), or a table of your own whose first line names its columns, one of them “Genus” or “List”."
                }
                p { "Nothing is changed before you have seen what it comes to." }
            },
            FileChoice(
                action: .import, name: "file", title: "Choose a File", accepted: ".json,.csv,.tsv,.txt",
                mostBytes: mostBytes, tooLarge: tooLarge, problem: problem
            ).html,
            faults.isEmpty
                ? .empty
                : ul(.class("rows"), .id("import-faults"), .label("What is wrong")) {
                    for fault in faults {
                        li { div(.class("row")) { span(.class("grow"), .directionOfText) { fault } } }
                    }
                },
        ])
        return page
    }
}
