import Garden

extension Page {
    /// The whole document: head, bar, content, notices, tabs, dialogs.
    ///
    /// - Parameters:
    ///   - undo: the bar that takes a deletion back.
    ///   - guest: who looks at it; nil for somebody who has to sign in.
    func document(undo: HTML, guest: Guest?) -> HTML {
        html(.literal("lang", "en")) {
            head {
                meta(.literal("charset", "utf-8"))
                GardenWeb.title { title }
                meta(
                    .name("viewport"),
                    .literal(
                        "content",
                        "width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
                    ))
                meta(.name("color-scheme"), .literal("content", "light dark"))
                meta(
                    .name("theme-color"), .literal("content", "#f4f3ee"),
                    .literal("media", "(prefers-color-scheme: light)"))
                meta(
                    .name("theme-color"), .literal("content", "#121511"),
                    .literal("media", "(prefers-color-scheme: dark)"))
                if let guest { meta(.name("form-token"), .string("content", guest.formToken)) }
                linkElement(.literal("rel", "stylesheet"), .href(.asset(.style)))
                linkElement(.literal("rel", "icon"), .type("image/svg+xml"), .href(.asset(.icon)))
                linkElement(.literal("rel", "manifest"), .href(.asset(.manifest)))
                linkElement(.literal("rel", "apple-touch-icon"), .href(.asset(.wholeIconPixels)))
                meta(.name("apple-mobile-web-app-capable"), .literal("content", "yes"))
                meta(.name("apple-mobile-web-app-title"), .literal("content", "Perennial"))
                script(.type("module"), .source(.asset(.script)))
            }
            body(
                .string("data-topics", channels.isEmpty ? nil : channels.map(\.name).joined(separator: " ")),
                .string("data-position", position?.description)
            ) {
                header(.class("bar"), .flag("inert", isCovered)) {
                    leading
                    span(.class("grow")) {}
                    trailing
                }
                main(
                    .id("main"), .literal("data-page", name), .flag("inert", isCovered),
                    .string("data-source", source?.description)
                ) {
                    content
                }
                if let beside {
                    aside(
                        .class("beside"), .label("All plants"), .string("data-beside", beside.description)
                    ) {}
                }
                div(.class("notices"), .role("status")) { undo }
                if tab != nil {
                    nav(.class("tabs"), .label("Parts of Perennial")) {
                        tabLink(.plants, to: .plants, Icon.leaf, "Plants")
                        tabLink(.lists, to: .lists, Icon.list, "Lists")
                        tabLink(.more, to: .more, Icon.more, "More")
                    }
                }
                dialogs
            }
        }
    }

    private func tabLink(_ tab: Tab, to location: Location, _ icon: Icon, _ name: String) -> HTML {
        link(.href(location), .string("aria-current", tab == self.tab ? "page" : nil)) {
            icon
            name
        }
    }
}
