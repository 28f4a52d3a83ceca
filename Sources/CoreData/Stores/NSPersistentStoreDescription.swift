import Foundation

/// How a container opens a store.
open class NSPersistentStoreDescription: NSObject, NSCopying {
    /// The type of store; SQLite at first.
    open var type = NSSQLiteStoreType
    /// The configuration of the model whose entities the store holds; nil for all.
    open var configuration: String?
    /// The file. A store at `/dev/null` is an SQLite store in memory.
    open var url: URL?
    /// Whether the container opens the store in the background.
    open var shouldAddStoreAsynchronously = false
    /// All options.
    public final private(set) var options: [String: NSObject] = [
        NSMigratePersistentStoresAutomaticallyOption: true as NSNumber,
        NSInferMappingModelAutomaticallyOption: true as NSNumber,
    ]

    /// Describes an SQLite store at `url`.
    public init(url: URL) { self.url = url }

    /// Describes an SQLite store; its URL is still to be set.
    public override init() {}

    /// Sets an option of the store.
    open func setOption(_ option: NSObject?, forKey key: String) { options[key] = option }

    /// Sets a pragma of an SQLite store.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
        let pragmas = (options[NSSQLitePragmasOption] as? NSDictionary)?.mutableCopy() as? NSMutableDictionary
        let changed = pragmas ?? NSMutableDictionary()
        if let value {
            changed.setObject(value, forKey: name as NSString)
        } else {
            changed.removeObject(forKey: name as NSString)
        }
        options[NSSQLitePragmasOption] = changed
    }

    /// The pragmas of an SQLite store.
    open var sqlitePragmas: [String: NSObject] {
        var result: [String: NSObject] = [:]
        for (key, value) in (options[NSSQLitePragmasOption] as? NSDictionary) ?? [:] {
            if let key = key as? String { result[key] = value as? NSObject ?? "\(value)" as NSString }
        }
        return result
    }

    /// Whether the store may only be read.
    open var isReadOnly: Bool {
        get { (options as [AnyHashable: Any]?).truth(NSReadOnlyPersistentStoreOption) ?? false }
        set { setOption(newValue as NSNumber, forKey: NSReadOnlyPersistentStoreOption) }
    }

    /// Whether a store that was written with an earlier version of the model is brought to this one as it is opened;
    /// true at first.
    open var shouldMigrateStoreAutomatically: Bool {
        get { (options as [AnyHashable: Any]?).truth(NSMigratePersistentStoresAutomaticallyOption) ?? false }
        set { setOption(newValue as NSNumber, forKey: NSMigratePersistentStoresAutomaticallyOption) }
    }

    /// Whether what has to be done for that is inferred from the two versions; true at first.
    open var shouldInferMappingModelAutomatically: Bool {
        get { (options as [AnyHashable: Any]?).truth(NSInferMappingModelAutomaticallyOption) ?? false }
        set { setOption(newValue as NSNumber, forKey: NSInferMappingModelAutomaticallyOption) }
    }

    /// How long, in seconds, to wait for a locked store.
    open var timeout: TimeInterval {
        get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
        set { setOption(newValue as NSNumber, forKey: NSPersistentStoreTimeoutOption) }
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreDescription()
        copy.type = type
        copy.configuration = configuration
        copy.url = url
        copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
        copy.options = options
        return copy
    }
}
