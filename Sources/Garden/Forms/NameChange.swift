/// What a changed plant name on a sowing's form means. The raw value is the answer's value in the form.
public enum NameChange: String, Sendable, Hashable, CaseIterable {
    /// The plant gets the new name, with all its sowings.
    case renamePlant = "rename"
    /// Only this sowing moves, to the plant of the new name, which is made if there is none.
    case moveSowing = "move"
}
