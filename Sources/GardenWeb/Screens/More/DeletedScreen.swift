import Foundation
import Garden

/// Recently Deleted: what can be brought back, the latest first.
enum DeletedScreen {
    private static let portion = 100

    static func show(_ visit: Visit) throws -> Answer { .page(try page(visit)) }

    private static func page(_ visit: Visit) throws -> Page {
        let start = max(0, min(visit.request.query["from"].flatMap { Int($0) } ?? 0, 100_000))
        let found = try visit.garden.bin.entries(from: start, limit: portion + 1)
        var page = Page(name: "deleted", title: "Recently Deleted", tab: .more)
        page.leading = Bar.back(to: .more, "More")
        page.content = .several([
            h1(.literal("tabindex", "-1")) { "Recently Deleted" },
            found.isEmpty && start == 0 ? empty : entries(found.prefix(portion), visit),
            found.count > portion
                ? div(.class("stack")) {
                    link(.class("btn"), .role("button"), .href(.deleted.with("from", String(start + portion)))) {
                        "Show more"
                    }
                } : .empty,
        ])
        return page
    }

    private static var empty: HTML {
        div(.class("empty")) {
            Icon.clock
            h2 { "Nothing deleted" }
            p { "What is deleted stays here for \(BinViewModel.daysKept) days." }
        }
    }

    private static func entries(_ entries: some Sequence<Undo>, _ visit: Visit) -> HTML {
        .several([
            p(.class("sub")) { "Kept for \(BinViewModel.daysKept) days." },
            ul(.class("rows")) { for entry in entries { row(entry, visit) } },
            div(.class("stack")) {
                link(.class("btn danger"), .role("button"), .href(.emptyDeleted)) { "Delete all for good" }
            },
        ])
    }

    private static func row(_ entry: Undo, _ visit: Visit) -> HTML {
        let title = entry.title(visit.order)
        let day = CalendarDay.today(in: .current, at: entry.deletedAt).formatted(visit.order)
        return li(.id("deleted-" + Location.text(entry.id))) {
            div(.class("row acts")) {
                span(.class("grow")) {
                    span(.directionOfText) { title }
                    small { "\(entry.kind.capitalised), deleted \(day)" }
                }
                div {
                    form(.action(.undo(entry.id)), .flag("data-native")) {
                        button(.class("link"), .label("Restore \(title)")) { "Restore" }
                    }
                    link(
                        .class("link danger"), .role("button"), .href(.dropDeleted(entry.id)),
                        .label("Delete \(title) for good")
                    ) { "Delete" }
                }
            }
        }
    }

    // MARK: For good

    /// Asks before one is deleted for good.
    static func askToDrop(_ visit: Visit) throws -> Answer {
        let entry: Undo
        do {
            entry = try visit.garden.bin.entry(try visit.id())
        } catch GardenError.nothingToUndo {
            return .moved(.deleted)
        }
        return .page(
            try question("Delete for good?", visit, action: .dropDeleted(entry.id)) {
                bdi { "“\(entry.title(visit.order))”" }
                " cannot be brought back afterwards."
            })
    }

    static func drop(_ visit: Visit) throws -> Answer {
        try visit.garden.bin.drop(try visit.id())
        return .moved(.deleted)
    }

    /// Asks before all are deleted for good.
    static func askToEmpty(_ visit: Visit) throws -> Answer {
        .page(
            try question("Delete all for good?", visit, action: .emptyDeleted) {
                "Nothing of Recently Deleted can be brought back afterwards."
            })
    }

    static func empty(_ visit: Visit) throws -> Answer {
        try visit.garden.bin.dropAll()
        return .moved(.deleted)
    }

    private static func question(
        _ title: String, _ visit: Visit, action: Location, @HTMLBuilder _ message: @escaping Content
    ) throws -> Page {
        var page = try page(visit)
        page.source = .deleted
        page.isCovered = true
        page.dialogs = Dialog.alert(title: title) {
            p { message() }
        } buttons: {
            div(.class("two")) {
                link(.class("btn"), .role("button"), .href(.deleted), .flag("data-close"), .flag("autofocus")) {
                    "Cancel"
                }
                form(.action(action), .flag("data-native")) {
                    button(.class("btn danger fill")) { "Delete for good" }
                }
            }
        }
        return page
    }
}
