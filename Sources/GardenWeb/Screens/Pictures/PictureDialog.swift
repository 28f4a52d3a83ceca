import Foundation
import Garden
import Pictures

/// The dialog that shows a picture whole, takes another, and takes it away.
struct PictureDialog {
    /// Whose picture it is.
    let name: String
    /// Where its pictures are.
    let location: Location
    /// The picture it has.
    let pictureID: UUID?
    /// Where the dialog closes to.
    let cancel: Location
    /// What is wrong with the file that was chosen.
    var problem: String?

    var html: HTML {
        dialog(.class("dialog"), .id("picture-dialog"), .flag("open"), .labelledBy("picture-dialog-title")) {
            h2(.id("picture-dialog-title")) { bdi { name } }
            if let pictureID {
                img(
                    .class("whole"), .source(location.file(pictureID, .whole)), .string("alt", "Picture of \(name)"))
            } else {
                p { "A picture from the camera or of this device: JPEG, PNG, WebP or GIF, at most 10 MB." }
            }
            div(.class("stack")) {
                choice
                if pictureID != nil {
                    form(.action(location.removing)) { button(.class("btn danger")) { "Remove Picture" } }
                }
                if pictureID == nil {
                    link(.class("btn"), .role("button"), .href(cancel), .flag("data-close")) { "Cancel" }
                } else {
                    link(.class("btn fill"), .role("button"), .href(cancel), .flag("data-close"), .flag("autofocus")) {
                        "Done"
                    }
                }
            }
        }
    }

    private var choice: HTML {
        FileChoice(
            action: location, name: "picture",
            title: pictureID == nil ? "Take or Choose a Picture" : "Take or Choose Another", isMain: pictureID == nil,
            accepted: PictureWorkshop.mediaTypes, mostBytes: PictureWorkshop.mostBytes,
            tooLarge: PictureFault.tooLarge.message, problem: problem, isFocused: pictureID == nil
        ).html
    }
}
