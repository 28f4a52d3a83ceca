import Garden

/// Plants: every plant, in sections by genus, with the number of its sowings.
enum PlantsScreen {
    static func show(_ visit: Visit) throws -> Answer {
        let position = visit.garden.live.position()
        let list = try PlantsList(visit, style: visit.isEditing ? .edit : .browse)
        let here = Location.plants.with("q", list.search.isEmpty ? nil : list.search)
        var page = Page(name: "plants", title: "Plants", tab: .plants)
        page.channels = [list.channel]
        page.position = position
        page.trailing = Bar.mainAction("Add Plant", to: .newPlant)
        if list.isEmpty {
            page.content = empty(list)
            return .page(page)
        }
        let editing = here.with("edit", "1")
        page.leading = visit.isEditing ? Bar.action("Done", to: here) : Bar.action("Edit", to: editing)
        page.content = .several([
            h1(.literal("tabindex", "-1")) { "Plants" },
            searchForm(.class("search"), .action(.plants)) {
                if visit.isEditing { hidden("edit", "1") }
                SearchField(
                    search: list.search, location: visit.isEditing ? .plants.with("edit", "1") : .plants
                ).html
            },
            list.html(at: visit.isEditing ? editing : here),
        ])
        return .page(page)
    }

    /// What an empty garden offers.
    @HTMLBuilder private static func empty(_ list: PlantsList) -> HTML {
        h1(.literal("tabindex", "-1")) { "Plants" }
        div(.string("data-topic", list.channel.name), .flag("data-empty")) {
            div(.class("empty")) {
                Icon.sprout
                h2 { "Nothing sown yet" }
                p { "Add the first plant, or look around with ten sample plants." }
            }
            div(.class("stack")) {
                link(.class("btn fill"), .role("button"), .href(.newPlant)) { "Add Plant" }
                form(.action(.samplePlants)) { button(.class("btn")) { "Load sample plants" } }
            }
        }
    }

    /// Ten plants with a few sowings each, to look around with.
    static func addSamples(_ visit: Visit) throws -> Answer {
        // Pressed twice, or pressed on two devices, it must not add to a garden that is no longer empty.
        if try visit.garden.plants.count() == 0 {
            _ = try visit.garden.plants.addSamplePlants(today: visit.today)
        }
        return .moved(.plants)
    }
}
