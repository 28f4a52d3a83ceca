import Foundation
import Garden

/// The dialog with one text field: for the name of a list or of an item, new or not.
struct NameDialog {
    let title: String
    let label: StaticString
    let action: Location
    let cancel: Location
    /// What the name is of.
    let kind: GardenKind
    var typed = ""
    var problems = Problems()
    /// What the name was when the dialog was opened; nil for a new thing.
    var base: String?
    /// The id of a new thing.
    var id: UUID?
    /// The row that is being renamed.
    var row: UUID?
    /// Whether several lines may be put in.
    var takesLines = false
    /// Sends the form.
    var button: String
    /// Where its picture is shown and chosen; nil for a thing without.
    var picture: Location?
    /// Whether it has one.
    var hasPicture = false
    /// Where the thing can be deleted.
    var delete: Location?
    /// What is no longer there, where the thing or its list was deleted meanwhile.
    var gone: Gone?

    var html: HTML {
        // The Delete button sends a form of its own, which cannot stand inside the dialog's.
        dialog(
            .class("dialog"), .id("name-dialog"), .flag("open"), .labelledBy("name-dialog-title"),
            .string("data-row", row.map(Location.text))
        ) {
            form(.action(action)) {
                h2(.id("name-dialog-title")) { title }
                p(.class("hint bad"), .flag("data-changed"), .flag("hidden"), .role("status")) {}
                if let id { hidden("id", Location.text(id)) }
                if let base { hidden("base-name", base) }
                field
                hint
                buttons
            }
            if let delete, gone == nil {
                div(.class("stack")) {
                    if let picture {
                        link(.class("btn"), .role("button"), .href(picture), .flag("data-dialog")) {
                            hasPicture ? "Picture" : "Add Picture"
                        }
                    }
                    form(.action(delete)) { GardenWeb.button(.class("btn danger")) { "Delete" } }
                }
            }
        }
    }

    @HTMLBuilder private var buttons: HTML {
        if let deletion = gone?.deletion {
            div(.class("stack")) {
                BringBackButton(deletion: deletion, kind: kind).html
                link(
                    .class("btn"), .role("button"), .href(deletion.kind == .list ? .lists : cancel), .flag("data-close")
                ) { "Cancel" }
            }
        } else {
            div(.class("two")) {
                link(.class("btn"), .role("button"), .href(cancel), .flag("data-close")) { "Cancel" }
                GardenWeb.button(.class("btn fill")) { self.button }
            }
        }
    }

    private var sentence: String? {
        gone.map { $0.message + " What you typed is still here." } ?? problems.sentence(for: .name)
    }
    private var theirs: String? { problems.theirs(for: .name) }

    private var field: HTML {
        let isWrong = problems.sentence(for: .name) != nil || theirs != nil
        let attributes: [Attribute] = [
            .name("name"), .literal("aria-label", label), .literal("placeholder", label), .directionOfText,
            .literal("autocomplete", "off"), .literal("autocapitalize", "sentences"), .flag("autofocus"),
            .literal("enterkeyhint", "done"), .string("aria-invalid", isWrong ? "true" : nil),
            .describedBy(sentence != nil || theirs != nil ? "name-dialog-hint" : nil),
        ]
        return takesLines
            ? textarea(attributes + [.class("line"), .literal("rows", "1")], text: typed)
            : input(attributes + [.value(typed)])
    }

    @HTMLBuilder private var hint: HTML {
        if let sentence {
            p(.class("hint bad"), .id("name-dialog-hint")) { sentence }
        } else if let theirs {
            p(.class("hint bad"), .id("name-dialog-hint")) {
                "Renamed on another device to "
                bdi { "“\(theirs)”" }
                ". \(self.button) keeps yours."
            }
        }
    }
}
