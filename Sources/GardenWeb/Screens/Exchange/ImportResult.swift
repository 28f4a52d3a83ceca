import Garden

/// What bringing a file in came to.
struct ImportResult {
    let imported: Imported
    let order: DateOrder

    var page: Page {
        var page = Page(name: "import-result", title: "Import", tab: .more)
        page.isPassing = true
        page.leading = Bar.back(to: .more, "More")
        page.content = .several([
            h1(.literal("tabindex", "-1")) { "Import" },
            div(.class("words")) {
                p { imported.plan.addsNothing ? "Nothing was added." : "Added: \(imported.plan.newInWords)." }
                if imported.taken > 0 { p { "Taken from the file where it differed: \(imported.taken)." } }
            },
            ImportConflicts(imported.plan.conflicts, order: order).left,
            div(.class("stack")) {
                link(.class("btn fill"), .role("button"), .href(.plants)) { "Show Plants" }
                link(.class("btn"), .role("button"), .href(.lists)) { "Show Lists" }
            },
        ])
        return page
    }
}
