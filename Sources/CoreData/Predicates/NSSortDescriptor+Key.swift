import Foundation

/// What lets `NSSortDescriptor` have initialisers that return an object of another class: see `PredicateFormatting`.
public protocol SortDescriptorNaming {}

extension NSSortDescriptor: SortDescriptorNaming {}

extension SortDescriptorNaming where Self: NSSortDescriptor {
    /// Creates a descriptor that sorts by the value of a key path such as `"plant.genus"`.
    ///
    /// - Parameters:
    ///   - key: the key path; nil for the objects themselves.
    ///   - ascending: whether small values come first.
    public init(key: String?, ascending: Bool) {
        self.init(named: key ?? "self", ascending, .standard, nil)
    }

    /// Creates a descriptor that sorts by the value of a key path.
    ///
    /// - Parameters:
    ///   - key: the key path; nil for the objects themselves.
    ///   - ascending: whether small values come first.
    ///   - comparison: how values are compared.
    public init(key: String?, ascending: Bool, comparison: SortComparison) {
        self.init(named: key ?? "self", ascending, comparison, nil)
    }

    /// Creates a descriptor that sorts by the value of a key path, compared by a closure. No store sorts by it.
    public init(key: String?, ascending: Bool, comparator: @escaping Comparator) {
        self.init(named: key ?? "self", ascending, .standard, comparator)
    }

    /// Creates a descriptor that sorts by a property, which may be optional.
    public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(named: KeyPathNames.requiredName(of: keyPath), ascending, .standard, nil)
    }

    /// Creates a descriptor that sorts as one of Swift's does: by a property, and text by its bytes.
    ///
    /// - Parameter sortDescriptor: one that was made with the key path of a managed object class; one that was made with a
    ///   comparator of the objects is a programming error.
    public init<Compared: NSObject>(_ sortDescriptor: SortDescriptor<Compared>) {
        guard let keyPath = sortDescriptor.keyPath else {
            preconditionFailure("The sort descriptor goes by no key path. Make it with one, such as \\Plant.genus.")
        }
        self.init(named: KeyPathNames.requiredName(of: keyPath), sortDescriptor.order == .forward, .standard, nil)
    }

    private init(named key: String, _ ascending: Bool, _ comparison: SortComparison, _ comparator: Comparator?) {
        guard let made = KeySortDescriptor(key, ascending: ascending, comparison, comparator) as? Self else {
            preconditionFailure("A key makes an NSSortDescriptor, not a \(Self.self).")
        }
        self = made
    }
}

extension NSSortDescriptor {
    /// The key path the descriptor sorts by, if it can be told.
    internal final var keyString: String? {
        (self as? KeySortDescriptor)?.keyPathText ?? KeyPathNames.name(of: keyPath)
    }

    /// The order of two objects, direction included, as an SQLite store has it.
    internal final func order(_ a: NSManagedObject, _ b: NSManagedObject) -> ComparisonResult {
        guard let key = keyString else { return compare(a, to: b) }
        let described = self as? KeySortDescriptor
        let result: ComparisonResult
        if let comparator = described?.valueComparator {
            let (x, y) = (a.value(forKeyPath: key), b.value(forKeyPath: key))
            guard let x, let y else {
                return x == nil ? (y == nil ? .orderedSame : .orderedAscending) : .orderedDescending
            }
            result = comparator(x, y)
        } else {
            result = KeySortDescriptor.order(
                Self.value(of: a, key), Self.value(of: b, key), described?.comparison ?? .standard)
        }
        return directed(result)
    }

    /// The order of two values of the key, direction included, as an SQLite store has it.
    internal final func order(values a: Any?, _ b: Any?) -> ComparisonResult {
        let comparison = (self as? KeySortDescriptor)?.comparison ?? .standard
        return directed(KeySortDescriptor.order(ComparisonValue(a), ComparisonValue(b), comparison))
    }

    /// An order that holds when values ascend, in the direction of the descriptor.
    internal final func directed(_ result: ComparisonResult) -> ComparisonResult {
        if ascending { return result }
        switch result {
        case .orderedAscending: return .orderedDescending
        case .orderedDescending: return .orderedAscending
        case .orderedSame: return .orderedSame
        }
    }

    private static func value(of object: NSManagedObject, _ key: String) -> ComparisonValue {
        key.isPath || key == "self"
            ? ComparisonValue(object.value(forKeyPath: key)) : object.comparisonValue(forKey: key)
    }
}

extension Array where Element == NSSortDescriptor {
    /// The objects in order; those that are equal keep theirs.
    internal func sorted(_ objects: [NSManagedObject]) -> [NSManagedObject] {
        objects.enumerated().sorted { a, b in
            for descriptor in self {
                switch descriptor.order(a.element, b.element) {
                case .orderedAscending: return true
                case .orderedDescending: return false
                case .orderedSame: continue
                }
            }
            return a.offset < b.offset
        }.map(\.element)
    }
}
