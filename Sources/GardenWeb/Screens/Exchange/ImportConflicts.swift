import Garden

/// What is in the garden with other values than in the file.
struct ImportConflicts {
    /// How many can be decided one by one, and how many are listed.
    static let mostSingly = 50
    /// How much of a value is shown, in characters.
    private static let longestValue = 200

    private let conflicts: [ImportConflict]
    private let order: DateOrder

    init(_ conflicts: [ImportConflict], order: DateOrder) {
        self.conflicts = conflicts
        self.order = order
    }

    /// The conflicts, to be decided.
    @HTMLBuilder var choice: HTML {
        if !conflicts.isEmpty {
            section(.labelledBy("import-conflicts")) {
                h2(.class("group"), .id("import-conflicts")) { "In conflict" }
                if conflicts.count > Self.mostSingly {
                    together
                    list(canTick: false)
                } else {
                    if conflicts.contains(where: \.canTakeFile) {
                        p(.class("sub conflicts")) { "Ticked, the file's values take the place of the garden's." }
                    }
                    list(canTick: true)
                }
            }
        }
    }

    /// The conflicts that were left.
    @HTMLBuilder var left: HTML {
        if !conflicts.isEmpty {
            section(.labelledBy("import-conflicts")) {
                h2(.class("group"), .id("import-conflicts")) { "In conflict, left as they are" }
                list(canTick: false)
            }
        }
    }

    private var together: HTML {
        ul(.class("rows"), .label("What becomes of all of them")) {
            for (value, text) in [("garden", "Keep the garden's"), ("file", "Take the file's")] {
                li {
                    label(.class("row")) {
                        input(.type("radio"), .name("conflicts"), .value(value), .flag("checked", value == "garden"))
                        span(.class("grow")) { text }
                    }
                }
            }
        }
    }

    private func list(canTick: Bool) -> HTML {
        let more = conflicts.count - Self.mostSingly
        return ul(.class("rows")) {
            for (index, conflict) in conflicts.prefix(Self.mostSingly).enumerated() {
                li {
                    if canTick, conflict.canTakeFile {
                        label(.class("row")) {
                            input(.type("checkbox"), .name("take"), .value(String(index)))
                            words(conflict)
                        }
                    } else {
                        div(.class("row")) { words(conflict) }
                    }
                }
            }
            if more > 0 { li { div(.class("row")) { span(.class("grow")) { "and \(more) more" } } } }
        }
    }

    private func words(_ conflict: ImportConflict) -> HTML {
        span(.class("grow")) {
            span(.directionOfText) { conflict.title(order) }
            for difference in conflict.differences {
                small {
                    "\(difference.field.label): "
                    bdi { value(difference.garden, difference.field) }
                    " here, "
                    bdi { value(difference.file, difference.field) }
                    " in the file"
                }
            }
            switch conflict.reason {
            case .differs: ""
            case .nameTaken: small { "Something else has the file's name." }
            case .twiceInFile: small { "The file has it twice, with different values." }
            }
        }
    }

    private func value(_ text: String, _ field: GardenField) -> String {
        if text.isEmpty { return "nothing" }
        switch field {
        case .dateSown: return CalendarDay(text)?.formatted(order) ?? text
        case .numberOfSeeds, .done, .picture: return text
        case .genus, .species, .note, .name, .plant, .list:
            return "“\(text.count > Self.longestValue ? text.prefix(Self.longestValue) + "…" : text)”"
        }
    }
}
