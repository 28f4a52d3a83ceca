/// What is wrong with one field, in a sentence for the person who filled it in.
public struct FieldError: Sendable, Hashable {
    /// The field.
    public let field: GardenField
    /// The sentence: "A whole number from 0 to 32,767."
    public let message: String

    /// Makes an error.
    public init(field: GardenField, message: String) {
        self.field = field
        self.message = message
    }
}
