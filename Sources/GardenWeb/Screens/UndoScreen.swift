import Foundation
import Garden

/// Takes a deletion back. Where it cannot simply return, it asks how.
enum UndoScreen {
    static func undo(_ visit: Visit) throws -> Answer {
        let id = try visit.id()
        if let first = visit.form["first"].flatMap({ UUID(uuidString: $0) }) {
            // What it belonged to comes back before it.
            do {
                _ = try visit.garden.bin.undo(first)
            } catch GardenError.nothingToUndo {
            } catch GardenError.duplicate(let duplicate) {
                return .page(try taken(visit.garden.bin.entry(first), duplicate, visit, Problems()), .conflict)
            }
        }
        do {
            return .moved(place(of: try visit.garden.bin.undo(id, choice(visit))))
        } catch GardenError.nothingToUndo {
            let page = message("Nothing to undo", GardenError.nothingToUndo.message, .plants)
            return .page(page, .conflict)
        } catch GardenError.duplicate(let duplicate) {
            let deletion = try visit.garden.bin.entry(id)
            return .page(try taken(deletion, duplicate, visit, Problems()), .conflict)
        } catch GardenError.invalid(let errors) {
            let deletion = try visit.garden.bin.entry(id)
            return .page(try taken(deletion, nil, visit, Problems(errors)), .unprocessableContent)
        } catch GardenError.gone(let gone) {
            let deletion = try visit.garden.bin.entry(id)
            let page = gone.deletion == nil ? try homeless(deletion, visit) : orphaned(deletion, gone, visit)
            return .page(page, .conflict)
        }
    }

    private static func choice(_ visit: Visit) -> RestoreChoice {
        let choice = nameChoice(visit)
        return visit.form["under"].flatMap { UUID(uuidString: $0) }.map { .under($0, choice) } ?? choice
    }

    private static func nameChoice(_ visit: Visit) -> RestoreChoice {
        switch visit.form["how"] {
        case "merge": .merged
        case "rename":
            if let genus = visit.form["genus"] {
                .renamedPlant(PlantForm(genus: genus, species: visit.form["species"] ?? ""))
            } else {
                .renamed(visit.form["name"] ?? "")
            }
        default: .asIs
        }
    }

    /// The screen that shows what came back.
    private static func place(of restored: Restored) -> Location {
        switch restored.kind {
        case .plant: .plants.showing(row: restored.id)
        case .sowing: restored.parentID.map { .plant($0).showing(row: restored.id) } ?? .plants
        case .list: .lists.showing(row: restored.id)
        case .item: restored.parentID.map { .list($0).showing(row: restored.id) } ?? .lists
        }
    }

    private static func tab(of kind: GardenKind) -> Page.Tab {
        kind == .plant || kind == .sowing ? .plants : .lists
    }

    /// Where an undo's address leads that is opened rather than sent to.
    static func landing(_ visit: Visit) throws -> Location {
        do {
            return home(of: try visit.garden.bin.entry(try visit.id()))
        } catch GardenError.nothingToUndo {
            return .plants
        }
    }

    /// The screen that what was deleted stood on.
    static func home(of deletion: Undo) -> Location {
        switch deletion.kind {
        case .plant: .plants
        case .sowing: deletion.parentID.map(Location.plant) ?? .plants
        case .list: .lists
        case .item: deletion.parentID.map(Location.list) ?? .lists
        }
    }

    /// The name is another's by now: the alert, with another name or a union as the ways out.
    private static func taken(
        _ deletion: Undo, _ duplicate: Duplicate?, _ visit: Visit, _ problems: Problems
    ) throws -> Page {
        let plant = deletion.kind == .plant ? try visit.garden.bin.plantName(deletion.id) : nil
        var page = Page(name: "undo", title: "Undo", tab: tab(of: deletion.kind))
        page.source = home(of: deletion)
        page.content = h1 { "Undo" }
        page.isCovered = true
        let kind = deletion.kind
        page.dialogs = Dialog.alert(title: duplicate?.title ?? "Another name") {
            p {
                if let duplicate {
                    "\(duplicate.message): "
                    bdi { "“\(duplicate.existing.name)”" }
                } else {
                    "What was deleted comes back under this name."
                }
            }
        } buttons: {
            form(.action(.undo(deletion.id))) {
                if let place = visit.form["under"] { hidden("under", place) }
                if let plant {
                    named("genus", "Genus", visit.form["genus"] ?? plant.genus)
                    named("species", "Species", visit.form["species"] ?? plant.species)
                } else {
                    named("name", kind == .list ? "List name" : "Item name", visit.form["name"] ?? deletion.name)
                }
                if let wrong = [GardenField.genus, .species, .name].compactMap(problems.sentence).first {
                    p(.class("hint bad"), .role("alert")) { wrong }
                }
                div(.class("stack")) {
                    button(.class("btn"), .name("how"), .value("rename")) { "Bring back under this name" }
                    if duplicate != nil {
                        button(.class("btn"), .name("how"), .value("merge")) {
                            kind == .item ? "Leave it as it is" : "Join the two"
                        }
                    }
                }
            }
            div(.class("two")) {
                link(.class("btn"), .role("button"), .href(home(of: deletion)), .flag("data-close")) { "OK" }
                if let duplicate {
                    link(.class("btn fill"), .role("button"), .href(Dialog.place(of: duplicate))) { "Show it" }
                }
            }
        }
        return page
    }

    private static func named(_ name: StaticString, _ label: StaticString, _ value: String) -> HTML {
        input(
            .name(name), .literal("aria-label", label), .literal("placeholder", label), .value(value),
            .directionOfText, .literal("autocomplete", "off"))
    }

    /// What it belonged to is deleted too: both come back, or neither.
    private static func orphaned(_ deletion: Undo, _ gone: Gone, _ visit: Visit) -> Page {
        var page = Page(name: "undo", title: "Undo", tab: tab(of: deletion.kind))
        page.content = h1 { "Undo" }
        page.isCovered = true
        page.dialogs = Dialog.alert(title: "\(gone.kind.capitalised) deleted") {
            p { gone.message }
        } buttons: {
            div(.class("two")) {
                link(
                    .class("btn"), .role("button"), .flag("data-close"),
                    .href(tab(of: deletion.kind) == .plants ? .plants : .lists)
                ) { "OK" }
                if let parent = gone.deletion {
                    form(.action(.undo(deletion.id))) {
                        hidden("first", Location.text(parent.id))
                        button(.class("btn fill")) { "Bring back both" }
                    }
                }
            }
        }
        return page
    }

    /// What it belonged to is gone for good: another place is chosen, or it stays where it is.
    private static func homeless(_ deletion: Undo, _ visit: Visit) throws -> Page {
        let isSowing = deletion.kind == .sowing
        let places: [(id: UUID, name: String)] =
            isSowing
            ? try visit.garden.plants.rows(limit: mostPlaces).rows.map { ($0.id, $0.name) }
            : try visit.garden.lists.lists().prefix(mostPlaces).map { ($0.id, $0.name) }
        var page = Page(name: "undo", title: "Undo", tab: tab(of: deletion.kind))
        page.source = .deleted
        page.content = h1 { "Undo" }
        page.isCovered = true
        let place = isSowing ? "plant" : "list"
        page.dialogs = Dialog.alert(title: "Its \(place) is gone") {
            p {
                bdi { "“\(deletion.title(visit.order))”" }
                if places.isEmpty {
                    " needs a \(place) to come back to: add one first."
                } else {
                    " can come back \(isSowing ? "under" : "in") another \(place)."
                }
            }
        } buttons: {
            if !places.isEmpty {
                form(.action(.undo(deletion.id)), .flag("data-native")) {
                    select(.name("under"), .literal("aria-label", "Where to")) {
                        for place in places { option(.value(Location.text(place.id))) { place.name } }
                    }
                    div(.class("stack")) { button(.class("btn fill")) { "Bring back there" } }
                }
            }
            div(.class("two")) {
                link(.class("btn"), .role("button"), .href(.deleted), .flag("data-close")) { "Cancel" }
            }
        }
        return page
    }

    /// A list to choose from that is longer than this is of no use to anybody.
    private static let mostPlaces = 5_000

    private static func message(_ title: String, _ text: String, _ location: Location) -> Page {
        var page = Page(name: "undo", title: title, tab: .plants)
        page.source = location
        page.isCovered = true
        page.content = h1 { title }
        page.dialogs = Dialog.alert(title: title) {
            p { text }
        } buttons: {
            div(.class("two")) {
                link(.class("btn fill"), .role("button"), .href(location), .flag("data-close")) { "OK" }
            }
        }
        return page
    }
}
