// One function an element, so that a screen reads like the page it makes. Elements with no end tag take no
// content.

/// An element with a start tag, content and an end tag.
private func element(
    _ start: StaticString, _ end: StaticString, _ attributes: [Attribute], _ content: @escaping () -> HTML
) -> HTML {
    .deferred { writer in
        writer.markup(start)
        for attribute in attributes { attribute.write(to: &writer) }
        writer.markup(">")
        content().write(to: &writer)
        writer.markup(end)
    }
}

/// An element without content and end tag.
private func void(_ start: StaticString, _ attributes: [Attribute]) -> HTML {
    .deferred { writer in
        writer.markup(start)
        for attribute in attributes { attribute.write(to: &writer) }
        writer.markup(">")
    }
}

typealias Content = () -> HTML

func html(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<!doctype html><html", "</html>", attributes, content)
}
func head(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<head", "</head>", attributes, content)
}
func body(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<body", "</body>", attributes, content)
}
func title(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<title", "</title>", attributes, content)
}
func script(_ attributes: Attribute...) -> HTML {
    element("<script", "</script>", attributes) { .empty }
}
func header(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<header", "</header>", attributes, content)
}
func main(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<main", "</main>", attributes, content)
}
func nav(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<nav", "</nav>", attributes, content)
}
func aside(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<aside", "</aside>", attributes, content)
}
func section(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<section", "</section>", attributes, content)
}
func div(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<div", "</div>", attributes, content)
}
func h1(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<h1", "</h1>", attributes, content)
}
func h2(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<h2", "</h2>", attributes, content)
}
func p(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<p", "</p>", attributes, content)
}
func ul(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<ul", "</ul>", attributes, content)
}
func li(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<li", "</li>", attributes, content)
}
func link(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<a", "</a>", attributes, content)
}
func span(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<span", "</span>", attributes, content)
}
func strong(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<b", "</b>", attributes, content)
}
func small(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<small", "</small>", attributes, content)
}
/// A botanical name, in italics.
func latin(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<i dir=auto", "</i>", attributes, content)
}
/// A name inside a sentence: its direction does not disturb the sentence's.
func bdi(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<bdi", "</bdi>", attributes, content)
}
/// A form that changes something. What it sends goes in the body, never into an address.
func form(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<form method=post", "</form>", attributes) {
        // Last, so that a row with it and one without begin alike, and the script can make the one of the other.
        .several([
            content(), .deferred { writer in writer.formToken.map { hidden("form-token", $0).write(to: &writer) } },
        ])
    }
}
/// A form that asks and changes nothing: its fields go into the address.
func searchForm(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<form method=get role=search", "</form>", attributes, content)
}
/// A form whose buttons close the dialog around it, with no script.
func closingForm(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<form method=dialog", "</form>", attributes, content)
}
func dialog(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<dialog", "</dialog>", attributes, content)
}
func label(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<label", "</label>", attributes, content)
}
func button(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<button", "</button>", attributes, content)
}
/// - Parameter text: what stands in the field. A newline is written first because a parser drops one.
func textarea(_ attributes: [Attribute], text: String) -> HTML {
    element("<textarea", "</textarea>", attributes) { .text("\n" + text) }
}
/// How far something is.
func progress(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<progress", "</progress>", attributes, content)
}
func select(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<select", "</select>", attributes, content)
}
func option(_ attributes: Attribute..., @HTMLBuilder content: @escaping Content) -> HTML {
    element("<option", "</option>", attributes, content)
}
func input(_ attributes: [Attribute]) -> HTML { void("<input", attributes) }
func input(_ attributes: Attribute...) -> HTML { void("<input", attributes) }
func meta(_ attributes: Attribute...) -> HTML { void("<meta", attributes) }
func linkElement(_ attributes: Attribute...) -> HTML { void("<link", attributes) }
/// A picture.
func img(_ attributes: Attribute...) -> HTML { void("<img", attributes) }
/// A field a person does not see.
func hidden(_ name: StaticString, _ value: String) -> HTML {
    void("<input type=hidden", [.name(name), .value(value)])
}
