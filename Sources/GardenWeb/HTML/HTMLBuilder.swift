/// Turns the statements of a closure into one ``HTML``: strings and numbers become text.
@resultBuilder
enum HTMLBuilder {
    static func buildExpression(_ html: HTML) -> HTML { html }
    static func buildExpression(_ text: String) -> HTML { .text(text) }
    static func buildExpression(_ number: Int) -> HTML { .number(number) }
    static func buildExpression(_ icon: Icon) -> HTML { icon.html }
    static func buildBlock() -> HTML { .empty }
    static func buildBlock(_ only: HTML) -> HTML { only }
    static func buildBlock(_ pieces: HTML...) -> HTML { .several(pieces) }
    static func buildOptional(_ html: HTML?) -> HTML { html ?? .empty }
    static func buildEither(first html: HTML) -> HTML { html }
    static func buildEither(second html: HTML) -> HTML { html }
    static func buildArray(_ pieces: [HTML]) -> HTML { .several(pieces) }
}
