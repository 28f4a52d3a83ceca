import Foundation
import Garden

/// How far the work on a file is. The page asks again by itself, with and without a script.
struct ImportProgress {
    /// The file's id.
    let id: UUID
    let progress: WorkProgress
    /// Whether it can be called off.
    let canCancel: Bool

    var page: Page {
        var page = Page(name: "import-progress", title: "Import", tab: .more)
        page.isPassing = true
        page.isUnfinished = true
        page.content = .several([
            h1(.literal("tabindex", "-1")) { "Import" },
            div(.class("words")) {
                p { progress.step.label + "…" }
                GardenWeb.progress(
                    .literal("max", "1"), .value(String((progress.fraction * 100).rounded() / 100)),
                    .label(progress.step.label)
                ) {}
            },
            canCancel
                ? form(.action(.cancelImport(id)), .flag("data-native")) {
                    div(.class("stack")) { button(.class("btn")) { "Cancel" } }
                } : .empty,
        ])
        return page
    }
}
