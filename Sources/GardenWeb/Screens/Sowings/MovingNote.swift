import Garden

/// Keeps the sowing in sight for which a plant is being chosen.
enum MovingNote {
    /// Of a sowing that is there.
    static func moving(_ detail: SowingDetail, _ order: DateOrder) -> HTML {
        note {
            "Moving "
            strong { detail.sowing.title(order) }
            " from "
            latin { detail.plant.name }
        }
    }

    /// Of a draft that is not stored.
    static func choosing(for draft: SowingDraft, _ order: DateOrder) -> HTML {
        let day = CalendarDay(draft.typed.dateSown).map { $0.formatted(order) }
        let seeds = Int(draft.typed.numberOfSeeds).map(Counted.seeds)
        return note {
            "Choosing a plant for "
            strong {
                if let day, let seeds {
                    "\(seeds) on \(day)"
                } else {
                    "the new sowing"
                }
            }
        }
    }

    private static func note(@HTMLBuilder _ content: @escaping Content) -> HTML {
        div(.class("note")) {
            Icon.leaf
            p { content() }
        }
    }
}
