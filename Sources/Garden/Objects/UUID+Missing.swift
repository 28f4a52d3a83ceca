import Foundation

extension UUID {
    /// What stands for an id that is missing, which only a store made by another program can lack.
    static let missing = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
