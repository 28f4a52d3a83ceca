import Foundation

extension ComparisonValue {
    /// Whose rules a comparison follows.
    internal enum Rules {
        /// Apple's in memory: values of different kinds are different and have no order.
        case inMemory
        /// SQLite's: numbers come before text, text before bytes, and text that is a number is compared as one with
        /// numbers.
        case store
    }

    /// -1, 0 or 1 as the value comes before `other`, is equal to it, or comes after it; `nil` when they have no
    /// order, and when one is null.
    internal func order(to other: ComparisonValue, _ rules: Rules) -> Int? {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): return a < b ? -1 : a > b ? 1 : 0
        case (.text(let a), .text(let b)): return Self.order(a, b)
        case (.date(let a), .date(let b)), (.real(let a), .real(let b)): return Self.order(a, b)
        case (.null, _), (_, .null): return nil
        case (.uuid(let a), .uuid(let b)):
            return withUnsafeBytes(of: a.uuid) { a in withUnsafeBytes(of: b.uuid) { Self.order(a, $0) } }
        case (.data(let a), .data(let b)):
            return a.withUnsafeBytes { a in b.withUnsafeBytes { Self.order(a, $0) } }
        case (.object(let a), .object(let b)):
            return Self.areSame(a, b) ? 0 : rules == .store ? Self.orderOfKeys(a, b) : nil
        case (.collection(let a), .collection(let b)): return Self.areEqual(a, b, rules) ? 0 : nil
        case (.uuid(let a), .text(let b)):
            return UUID(uuidString: b).flatMap { ComparisonValue.uuid(a).order(to: .uuid($0), rules) }
        case (.text(let a), .uuid(let b)):
            return UUID(uuidString: a).flatMap { ComparisonValue.uuid($0).order(to: .uuid(b), rules) }
        default: break
        }
        if isNumeric, other.isNumeric { return Self.numericOrder(self, other, rules) }
        return rules == .store ? orderAsInSQL(to: other, rules) : nil
    }

    internal var isNumeric: Bool {
        switch self {
        case .integer, .real, .decimal, .date: true
        default: false
        }
    }

    // MARK: Numbers

    private static func numericOrder(_ a: ComparisonValue, _ b: ComparisonValue, _ rules: Rules) -> Int? {
        switch (a, b) {
        case (.decimal, _) where rules == .store, (_, .decimal) where rules == .store:
            return numericOrder(a.storedNumber, b.storedNumber, .inMemory)
        case (.integer(let a), .integer(let b)): return a < b ? -1 : a > b ? 1 : 0
        case (.integer(let a), _) where b.exactReal != nil: return order(a, b.exactReal ?? 0)
        case (_, .integer(let b)) where a.exactReal != nil: return order(b, a.exactReal ?? 0).map { -$0 }
        case (.decimal(let a), .decimal(let b)) where rules == .inMemory: return order(a, b)
        case (.decimal(let a), .integer(let b)) where rules == .inMemory: return order(a, Decimal(b))
        case (.integer(let a), .decimal(let b)) where rules == .inMemory: return order(Decimal(a), b)
        default: return order(a.doubleValue, b.doubleValue)
        }
    }

    /// The number as a `Double`, if it is one already.
    private var exactReal: Double? {
        switch self {
        case .real(let number), .date(let number): number
        default: nil
        }
    }

    /// A decimal as SQLite keeps it: a whole number if it is one of 64 bits, else a real. Other numbers as they are.
    internal var storedNumber: ComparisonValue {
        guard case .decimal(let number) = self else { return self }
        return Int64("\(number)").map(ComparisonValue.integer) ?? .real(doubleValue)
    }

    /// The number as a `Double`; not a number for anything else.
    internal var doubleValue: Double {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number), .date(let number): number
        // Through its text: `NSDecimalNumber` calculates, and misses the nearest number by a bit.
        case .decimal(let number): Double("\(number)") ?? .nan
        default: .nan
        }
    }

    private static func order(_ a: Double, _ b: Double) -> Int? {
        a < b ? -1 : a > b ? 1 : a == b ? 0 : nil
    }

    private static func order(_ a: Decimal, _ b: Decimal) -> Int? {
        a.isNaN || b.isNaN ? nil : a < b ? -1 : a > b ? 1 : 0
    }

    /// Compares a whole number with a real one without losing digits of either.
    private static func order(_ a: Int64, _ b: Double) -> Int? {
        if b.isNaN { return nil }
        if b >= 0x1p63 { return -1 }
        if b < -0x1p63 { return 1 }
        let whole = Int64(b)  // in range, checked above
        if a != whole { return a < whole ? -1 : 1 }
        return order(0 as Double, b - Double(whole))
    }

    // MARK: Text and bytes

    /// The order of two strings by the bytes of their UTF-8 form, which is that of SQLite's `BINARY`.
    internal static func order(_ a: String, _ b: String) -> Int {
        var a = a
        var b = b
        return a.withUTF8 { a in b.withUTF8 { order(UnsafeRawBufferPointer(a), UnsafeRawBufferPointer($0)) } }
    }

    private static func order(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
        let shared = Swift.min(a.count, b.count)
        if shared > 0, let first = a.baseAddress, let second = b.baseAddress {
            let result = memcmp(first, second, shared)
            if result != 0 { return result < 0 ? -1 : 1 }
        }
        return a.count < b.count ? -1 : a.count > b.count ? 1 : 0
    }

    // MARK: Objects and collections

    private static func areSame(_ a: NSObject, _ b: NSObject) -> Bool {
        if a === b { return true }
        switch (a, b) {
        case (let object as NSManagedObject, let id as NSManagedObjectID): return object.objectID.isEqual(id.current)
        case (let id as NSManagedObjectID, let object as NSManagedObject): return object.objectID.isEqual(id.current)
        case (let a as NSManagedObject, let b as NSManagedObject): return a.objectID.isEqual(b.objectID)
        default: return a.isEqual(b)
        }
    }

    /// The order of the primary keys, which is what a store compares.
    private static func orderOfKeys(_ a: NSObject, _ b: NSObject) -> Int? {
        guard let a = primaryKey(of: a), let b = primaryKey(of: b) else { return nil }
        return a < b ? -1 : a > b ? 1 : nil
    }

    private static func primaryKey(of object: NSObject) -> Int64? {
        switch object {
        case let object as NSManagedObject: object.key.primaryKey
        case let id as NSManagedObjectID: id.key.primaryKey
        default: nil
        }
    }

    private static func areEqual(_ a: [ComparisonValue], _ b: [ComparisonValue], _ rules: Rules) -> Bool {
        guard a.count == b.count else { return false }
        if zip(a, b).allSatisfy({ $0.order(to: $1, rules) == 0 }) { return true }
        // Sets come in no order.
        return a.allSatisfy { one in b.contains { one.order(to: $0, rules) == 0 } }
            && b.allSatisfy { one in a.contains { one.order(to: $0, rules) == 0 } }
    }

    // MARK: Different kinds, as SQLite orders them

    private func orderAsInSQL(to other: ComparisonValue, _ rules: Rules) -> Int? {
        if isNumeric, case .text(let text) = other { return orderOfNumber(to: text, rules) }
        if case .text(let text) = self, other.isNumeric { return other.orderOfNumber(to: text, rules).map { -$0 } }
        guard let rank = storageRank, let otherRank = other.storageRank, rank != otherRank else { return nil }
        return rank < otherRank ? -1 : 1
    }

    private func orderOfNumber(to text: String, _ rules: Rules) -> Int? {
        guard let number = NumericText.number(text) else { return -1 }
        return Self.numericOrder(self, number, rules)
    }

    /// Where SQLite puts values of this kind when it compares different kinds.
    private var storageRank: Int? {
        switch self {
        case .integer, .real, .decimal, .date: 1
        case .text: 2
        case .data, .uuid: 3
        default: nil
        }
    }
}
