/// What became of a sowing's form.
public enum SowingSaveResult: Sendable, Hashable {
    /// It is stored. `merged` are the fields somebody else changed while the form was open; their values
    /// were kept.
    case saved(SowingDetail, merged: [GardenField])
    /// Nothing is stored yet: the name was changed, and the form has to be sent again with the answer.
    case nameQuestion(NameQuestion)
}
