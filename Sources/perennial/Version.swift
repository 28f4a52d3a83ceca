/// The version of this program.
enum Version {
    /// As `perennial --version` shows it.
    static let current = "0.1.0"
}
