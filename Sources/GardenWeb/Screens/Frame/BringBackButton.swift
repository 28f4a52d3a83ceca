import Foundation
import Garden

/// Saves a form whose record was deleted while it was open, and brings the record back with it.
struct BringBackButton {
    /// The deletion that took it away, alone or with what it belonged to.
    let deletion: Undo
    /// The id of the form it sends; nil inside that form.
    var form: String?
    /// What the form is about.
    let kind: GardenKind

    var html: HTML {
        button(
            .class("btn fill"), .string("form", form), .name("restore"), .value(Location.text(deletion.id))
        ) {
            // One element, so that the name wraps with the words around it.
            span {
                if deletion.kind == kind {
                    "Bring it back and save"
                } else if deletion.kind == .plant {
                    "Bring back "
                    latin { deletion.name }
                    " and save"
                } else {
                    "Bring back "
                    bdi { deletion.name }
                    " and save"
                }
            }
        }
    }
}

extension Visit {
    /// Brings back what was deleted while the form was open, where the form asks for it.
    ///
    /// - Parameters:
    ///   - kind: What the form is about.
    ///   - choice: How to bring that back, such as under the name that is typed now. What it belonged to comes
    ///     back as it was.
    /// - Throws: What ``BinViewModel`` throws, but for a deletion that was undone meanwhile.
    func restoreWanted(_ kind: GardenKind, as choice: RestoreChoice = .asIs) throws {
        guard let id = form["restore"].flatMap({ UUID(uuidString: $0) }) else { return }
        do {
            _ = try garden.bin.undo(id, garden.bin.entry(id).kind == kind ? choice : .asIs)
        } catch GardenError.nothingToUndo {
            // Somebody else was quicker.
        }
    }
}
