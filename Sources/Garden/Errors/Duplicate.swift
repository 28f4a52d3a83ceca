import Foundation

/// The refusal of a name that is there already. It names the existing thing.
public struct Duplicate: Sendable, Hashable {
    /// What has the name already.
    public struct Existing: Sendable, Hashable {
        /// Its id; for an item together with `listID` the way to it.
        public let id: UUID
        /// The list of an item; nil for plants and lists.
        public let listID: UUID?
        /// The name as it is spelt there.
        public let name: String
        /// Whether it is an item that is ticked off, and could be put back.
        public let isDone: Bool

        /// Makes one.
        public init(id: UUID, listID: UUID? = nil, name: String, isDone: Bool = false) {
            self.id = id
            self.listID = listID
            self.name = name
            self.isDone = isDone
        }
    }

    /// Plant, list or item.
    public let kind: GardenKind
    /// The name that was refused, tidied.
    public let name: String
    /// What is there already.
    public let existing: Existing

    /// Makes a refusal.
    public init(kind: GardenKind, name: String, existing: Existing) {
        self.kind = kind
        self.name = name
        self.existing = existing
    }

    /// The alert's title: "List already added".
    public var title: String { "\(kind.capitalised) already added" }

    /// The alert's message: "List name already present".
    public var message: String { "\(kind.capitalised) name already present" }
}
