/// How the values of a fetch index's element are arranged.
public enum NSFetchIndexElementType: UInt, Sendable {
    /// A sorted index (a B-tree in SQLite).
    case binary = 0
    /// An index of ranges for numbers. The SQLite store makes a sorted one.
    case rTree = 1
}
