/// The drawings of the app, as literals: the only markup that is not built from elements.
enum Icon {
    case leaf, list, more, sprout, check, back, search, cross, clock, camera

    /// The `svg` element. It says nothing to a screen reader: what stands beside it does.
    var html: HTML {
        let markup = self.markup
        return .deferred { $0.markup(markup) }
    }

    private var markup: StaticString {
        switch self {
        case .leaf:
            """
            <svg aria-hidden=true width=24 height=24 viewBox="0 0 24 24" class=stroke>\
            <path d="M5 19C5 9 11 5 20 5c0 9-4 14-12 14"/><path d="M5 21c1-6 4-9 9-11"/></svg>
            """
        case .list:
            """
            <svg aria-hidden=true width=24 height=24 viewBox="0 0 24 24" class=stroke><path \
            d="m4 6 1.5 1.5L8 5M4 12l1.5 1.5L8 11M4 18l1.5 1.5L8 17M12 6h8M12 12h8M12 18h8"/></svg>
            """
        case .more:
            """
            <svg aria-hidden=true width=24 height=24 viewBox="0 0 24 24" fill=currentColor>\
            <circle cx=5 cy=12 r=1.8 /><circle cx=12 cy=12 r=1.8 /><circle cx=19 cy=12 r=1.8 /></svg>
            """
        case .sprout:
            """
            <svg aria-hidden=true width=72 height=72 viewBox="0 0 24 24" class="stroke thin">\
            <path d="M12 21v-9"/><path d="M12 13c-4 0-7-2-7-6 4 0 7 2 7 6Z"/>\
            <path d="M12 11c0-4 3-6 7-6 0 4-3 6-7 6Z"/><path d="M8 21h8"/></svg>
            """
        case .check:
            """
            <svg aria-hidden=true width=16 height=16 viewBox="0 0 16 16" class="stroke thick">\
            <path d="m3 8.5 3.2 3L13 4.5"/></svg>
            """
        case .back:
            """
            <svg aria-hidden=true width=11 height=18 viewBox="0 0 11 18" class="stroke thick">\
            <path d="M9 2 2 9l7 7"/></svg>
            """
        case .search:
            """
            <svg aria-hidden=true width=18 height=18 viewBox="0 0 18 18" class="stroke">\
            <circle cx=7.5 cy=7.5 r=5.5 /><path d="m12 12 4.5 4.5"/></svg>
            """
        case .cross:
            """
            <svg aria-hidden=true width=14 height=14 viewBox="0 0 14 14" class="stroke">\
            <path d="m2 2 10 10M12 2 2 12"/></svg>
            """
        case .camera:
            """
            <svg aria-hidden=true width=24 height=24 viewBox="0 0 24 24" class="stroke">\
            <path d="M4 8h3l1.5-2.5h7L17 8h3v11H4Z"/><circle cx=12 cy=13 r=3.5 /></svg>
            """
        case .clock:
            """
            <svg aria-hidden=true width=24 height=24 viewBox="0 0 24 24" class="stroke">\
            <circle cx=12 cy=12 r=8 /><path d="M12 7v5l3 2"/></svg>
            """
        }
    }
}
