import Foundation
import Garden

/// A round picture that opens the whole one.
struct PictureLink {
    let pictureID: UUID
    /// Whose picture it is.
    let name: String
    /// Where its pictures are.
    let location: Location

    var html: HTML {
        link(.class("face"), .href(location), .flag("data-dialog"), .label("Picture of \(name)")) { image }
    }

    /// The picture alone, where the row around it leads elsewhere.
    var image: HTML {
        img(
            .class("round"), .source(location.file(pictureID, .small)), .literal("alt", ""), .literal("width", "36"),
            .literal("height", "36"), .literal("loading", "lazy"), .literal("decoding", "async"))
    }
}
