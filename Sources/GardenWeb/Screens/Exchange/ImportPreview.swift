import Foundation
import Garden

/// What bringing a file in would come to, and the question whether to do it.
struct ImportPreview {
    /// The file's id.
    let id: UUID
    let plan: ImportPlan
    /// What kept it from being done.
    let problem: String?
    let order: DateOrder

    /// How many new things of a kind are shown.
    private static let mostRows = 8

    var page: Page {
        var page = Page(name: "import-preview", title: "Import", tab: .more)
        page.isPassing = true
        page.leading = Bar.back(to: .more, "More")
        page.content = .several([
            h1(.literal("tabindex", "-1")) { "Import" },
            problem.map { problem in p(.class("hint bad"), .role("alert"), .directionOfText) { problem } } ?? .empty,
            hasNothing ? nothing : .empty,
            .several(GardenKind.allCases.map(section)),
            form(.action(.import(id)), .flag("data-native")) {
                ImportConflicts(plan.conflicts, order: order).choice
                div(.class("stack")) {
                    if canBeDone {
                        button(.class("btn fill")) { doing }
                        button(.class("btn"), .formAction(.cancelImport(id))) { "Cancel" }
                    } else {
                        button(.class("btn fill"), .formAction(.cancelImport(id))) { "Done" }
                    }
                }
            },
        ])
        return page
    }

    private var hasNothing: Bool { plan.addsNothing && plan.conflicts.isEmpty }
    private var canBeDone: Bool { !plan.addsNothing || !plan.conflictsToTake.isEmpty }

    private var doing: String {
        if !plan.addsNothing { return "Import \(plan.newInWords)" }
        return plan.conflicts.count > ImportConflicts.mostSingly ? "Import as chosen" : "Import what is ticked"
    }

    private var nothing: HTML {
        let isEmpty = GardenKind.allCases.allSatisfy { plan[$0].present == 0 }
        return div(.class("empty")) {
            Icon.leaf
            h2 { "Nothing new" }
            p { isEmpty ? "There is nothing in the file." : "What is in the file is in the garden already." }
        }
    }

    private func section(_ kind: GardenKind) -> HTML {
        let numbers = numbers(kind)
        guard !numbers.isEmpty else { return .empty }
        let shown = plan.new(kind).prefix(Self.mostRows)
        let more = plan[kind].new - shown.count
        let name = "import-\(kind.rawValue)"
        return GardenWeb.section(.labelledBy(name)) {
            h2(.class("group"), .id(name)) { "\(kind.capitalised)s: \(numbers)" }
            if !shown.isEmpty {
                ul(.class("rows")) {
                    for row in shown {
                        li { div(.class("row")) { span(.class("grow"), .directionOfText) { row.title(order) } } }
                    }
                    if more > 0 { li { div(.class("row")) { span(.class("grow")) { "and \(more) more" } } } }
                }
            }
        }
    }

    /// "12 new, 3 already there, 1 in conflict"
    private func numbers(_ kind: GardenKind) -> String {
        let numbers = plan[kind]
        return [
            (numbers.new, "new"), (numbers.present, "already there"), (numbers.conflicting, "in conflict"),
            (numbers.repeated, "more than once in the file"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
