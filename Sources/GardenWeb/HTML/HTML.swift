/// A piece of a page: text, an element, or several of them in a row.
///
/// Built with the functions of `Tags.swift` inside an ``HTMLBuilder`` closure. There is no way to put a string
/// in as markup: strings become text, attribute values are quoted and escaped, names of tags and attributes
/// are literals, and icons are literals of ``Icon``.
///
/// ```swift
/// let row: HTML = li(.id("row-1")) {
///     strong { plant.name }       // "<b>" shows as <b>
///     if plant.sowingCount > 0 { span { plant.sowingCount } }
/// }
/// ```
struct HTML {
    private enum Storage {
        case empty
        case text(String)
        case number(Int)
        case several([HTML])
        /// Writes itself when the page is put together, so nothing is copied from level to level.
        case deferred((inout HTMLWriter) -> Void)
    }

    private let storage: Storage

    private init(_ storage: Storage) {
        self.storage = storage
    }

    /// Nothing at all.
    static var empty: HTML { HTML(.empty) }

    /// A text node.
    static func text(_ string: String) -> HTML { HTML(.text(string)) }

    /// A text node with a number in decimal digits.
    static func number(_ value: Int) -> HTML { HTML(.number(value)) }

    /// Pieces one after the other.
    static func several(_ pieces: [HTML]) -> HTML { HTML(.several(pieces)) }

    /// A piece that writes itself. Only this folder uses it.
    static func deferred(_ write: @escaping (inout HTMLWriter) -> Void) -> HTML { HTML(.deferred(write)) }

    /// Whether nothing would be written.
    var isEmpty: Bool {
        switch storage {
        case .empty: true
        case .several(let pieces): pieces.allSatisfy(\.isEmpty)
        default: false
        }
    }

    /// Appends this piece to `writer`.
    func write(to writer: inout HTMLWriter) {
        switch storage {
        case .empty: break
        case .text(let string): writer.text(string)
        case .number(let value): writer.number(value)
        case .several(let pieces): for piece in pieces { piece.write(to: &writer) }
        case .deferred(let write): write(&writer)
        }
    }

    /// The markup as UTF-8.
    ///
    /// - Parameter formToken: what each form that changes something carries.
    func rendered(formToken: String? = nil) -> [UInt8] {
        var writer = HTMLWriter(formToken: formToken)
        write(to: &writer)
        return writer.bytes
    }

    /// The markup as a string, for an event stream.
    func renderedString() -> String {
        String(decoding: rendered(), as: UTF8.self)
    }
}
