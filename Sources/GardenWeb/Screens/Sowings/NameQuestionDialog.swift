import Garden

/// The question a changed name on a sowing's form raises: is the plant called something else, or is it another
/// plant that was sown?
struct NameQuestionDialog {
    let question: NameQuestion
    let isNew: Bool

    private var newName: String {
        let form = question.newName
        return form.species.isEmpty ? form.genus : "\(form.genus) \(form.species)"
    }

    var html: HTML {
        question.existing == nil ? renameOrMove : moveOnly
    }

    private var renameOrMove: HTML {
        Dialog.alert(id: "name-question", title: isNew ? "Rename the plant?" : "Rename or move?") {
            p {
                latin { question.plant.name }
                " → "
                latin { newName }
            }
        } buttons: {
            div(.class("stack")) {
                answer(.renamePlant) {
                    "Rename "
                    latin { question.plant.name }
                    all
                }
                answer(.moveSowing) {
                    isNew ? "Sow as " : "Move only this sowing to "
                    latin { newName }
                }
                Dialog.closing("Cancel")
            }
        }
    }

    /// The name is another plant's, so the plant cannot be renamed to it.
    private var moveOnly: HTML {
        Dialog.alert(id: "name-question", title: isNew ? "Sow the other plant?" : "Move this sowing?") {
            p {
                latin { question.existing?.name ?? newName }
                " is there already, with \(Counted.sowings(question.existing?.sowingCount ?? 0))."
            }
        } buttons: {
            div(.class("stack")) {
                answer(.moveSowing) {
                    isNew ? "Sow as " : "Move only this sowing to "
                    latin { question.existing?.name ?? newName }
                }
                Dialog.closing("Cancel")
            }
        }
    }

    /// How many sowings a new name would go along with.
    @HTMLBuilder private var all: HTML {
        switch question.plant.sowingCount {
        case 0: ""
        case 1: " (its 1 sowing)"
        default: " (all \(Counted.sowings(question.plant.sowingCount)))"
        }
    }

    private func answer(_ change: NameChange, @HTMLBuilder content: @escaping Content) -> HTML {
        button(
            .class("btn"), .string("form", SowingFields.formID), .name("nameChange"), .value(change.rawValue)
        ) {
            span { content() }
        }
    }
}
