/// Where in a file a picture stands.
struct FilePlace: Hashable, Sendable {
    /// The place of the plant or list among the file's.
    let parent: Int
    /// The place of an item in its list; nil for a plant.
    let child: Int?
}
