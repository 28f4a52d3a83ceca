import Garden

extension PlantRow {
    /// The plant as a row of the list of plants.
    ///
    /// - Parameters:
    ///   - style: what the row is for.
    ///   - search: what was searched for, so that the way back leads there.
    func html(_ style: RowStyle, search: String = "") -> HTML {
        let row = SwipeRow(id: id, version: version, section: (sectionKey, sectionTitle))
        switch style {
        case .browse:
            return row.html(delete: .deletePlant(id)) {
                let way = Location.plant(id).with("q", search.isEmpty ? nil : search)
                link(.class("row chev"), .href(way)) { words }
            }
        case .edit:
            return row.html(delete: nil) {
                div(.class("row")) {
                    link(.class("grow latin"), .directionOfText, .href(.editPlant(id))) { name }
                    SwipeRow.eraseButton(.deletePlant(id))
                }
            }
        case .pick:
            return row.html(delete: nil) {
                button(.class("row chev"), .name("chosen"), .value(Location.text(id))) { words }
            }
        }
    }

    @HTMLBuilder private var words: HTML {
        span(.class("grow latin"), .directionOfText) { name }
        if let pictureID {
            PictureLink(pictureID: pictureID, name: name, location: .picture(ofPlant: id)).image
        }
        span(.class("count")) {
            sowingCount
            span(.class("unseen")) { sowingCount == 1 ? " sowing" : " sowings" }
        }
    }
}
