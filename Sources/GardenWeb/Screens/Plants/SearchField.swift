/// The field that looks for plants by genus and species.
struct SearchField {
    /// What was searched for.
    let search: String
    /// The page that answers, for the script, which asks it while one types.
    let location: Location

    /// The field; it goes into a form of its own, or into the one around the rows.
    @HTMLBuilder var html: HTML {
        Icon.search
        input(
            .type("search"), .name("q"), .value(search), .placeholder("Search genus, species"),
            .label("Search plants"), .literal("autocomplete", "off"), .literal("autocapitalize", "off"),
            .literal("spellcheck", "false"), .literal("enterkeyhint", "search"), .literal("maxlength", "200"),
            .directionOfText, .string("data-search", location.description))
        button(.class("unseen"), .literal("tabindex", "-1")) { "Search" }
    }
}
