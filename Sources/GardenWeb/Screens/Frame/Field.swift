import Garden

/// One field of a form: label, input, and what is wrong with it.
struct Field {
    let field: GardenField
    let label: String
    var value: String
    /// The sentence that says what is wrong, if something is.
    var error: String?
    /// The value somebody else gave it meanwhile, where both sides changed it.
    var theirs: String?
    var isFocused = false
    /// Stands before the field's name, where its form has another of that name.
    var prefix = ""

    init(_ field: GardenField, label: String? = nil, _ value: String, _ problems: Problems = Problems()) {
        self.field = field
        self.label = label ?? field.label
        self.value = value
        error = problems.sentence(for: field)
        theirs = problems.theirs(for: field)
    }

    private var id: String { "field-\(field.rawValue)" }
    private var hintID: String { ClashHint.id(field) }

    /// A field of one line.
    func line(_ attributes: Attribute...) -> HTML {
        div(.class("field")) {
            GardenWeb.label(.string("for", id)) { label }
            input(common + [.value(value)] + attributes)
            hints
        }
    }

    /// A field of several lines.
    func lines(_ attributes: Attribute...) -> HTML {
        div(.class("field tall")) {
            GardenWeb.label(.string("for", id)) { label }
            textarea(common + attributes, text: value)
            hints
        }
    }

    private var common: [Attribute] {
        [
            .id(id), .string("name", prefix + field.rawValue), .string("aria-invalid", isWrong ? "true" : nil),
            .describedBy(isWrong ? hintID : nil), .flag("autofocus", isFocused),
        ]
    }

    private var isWrong: Bool { error != nil || theirs != nil }

    @HTMLBuilder private var hints: HTML {
        if let error {
            p(.class("hint bad"), .id(hintID)) { error }
        } else if let theirs {
            ClashHint(field: field, theirs: theirs).html
        }
    }
}
