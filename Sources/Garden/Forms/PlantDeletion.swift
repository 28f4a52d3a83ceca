/// What became of a plant's deletion.
public enum PlantDeletion: Sendable, Hashable {
    /// It is deleted, and can be brought back.
    case deleted(Undo)
    /// Nothing was deleted: more sowings would go with the plant than was said. It has to be asked again.
    case question(PlantRow)
}
