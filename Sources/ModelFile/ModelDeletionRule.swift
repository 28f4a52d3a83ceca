/// A relationship's delete rule, by the words model files use.
public enum ModelDeletionRule: String, Sendable, Hashable, CaseIterable {
    case noAction = "No Action"
    case nullify = "Nullify"
    case cascade = "Cascade"
    case deny = "Deny"
}
