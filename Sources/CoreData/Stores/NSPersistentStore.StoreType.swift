import Foundation

extension NSPersistentStore {
    /// The type of a store.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// The type as a text, such as `NSSQLiteStoreType`.
        public let rawValue: String

        /// Makes a type of a text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A store in an SQLite file.
        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
        /// A store in memory.
        public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
        /// An atomic binary store. Not registered here.
        public static let binary = StoreType(rawValue: NSBinaryStoreType)
    }
}
