import Garden

/// Says what somebody else made of a field that was changed here too, and offers theirs.
struct ClashHint {
    let field: GardenField
    /// The value somebody else gave it.
    let theirs: String

    /// The id the field is described by.
    static func id(_ field: GardenField) -> String { "field-\(field.rawValue)-hint" }

    var html: HTML {
        p(.class("hint bad"), .id(Self.id(field))) {
            if theirs.isEmpty {
                "Emptied on another device."
            } else {
                field == .plant ? "Moved on another device to " : "Changed on another device to "
                bdi { "“\(theirs)”" }
                "."
            }
            " Save keeps yours."
            button(.class("link"), .name("take"), .value(field.rawValue)) { "Take theirs" }
        }
    }
}
