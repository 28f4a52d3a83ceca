import Foundation

/// Sums, averages and the like over the values of a collection.
internal struct PredicateAggregate {
    private let values: [ComparisonValue]
    private let rules: ComparisonValue.Rules

    /// - Parameter arguments: the values, or collections of them.
    internal init(_ arguments: [ComparisonValue], _ rules: ComparisonValue.Rules) {
        values =
            arguments.count == 1 && arguments[0].elements == nil
            ? arguments : arguments.flatMap { $0.elements == nil ? [$0] : $0.flattened }
        self.rules = rules
    }

    internal func value(of function: PredicateFunction) -> ComparisonValue {
        switch function {
        case .count: return .integer(Int64(values.count { !$0.isNull || rules == .inMemory }))
        case .sum: return sum
        case .average: return average
        case .min: return extreme { $0 < 0 }
        case .max: return extreme { $0 > 0 }
        default: break
        }
        let numbers = numbers.map(\.doubleValue)
        guard !numbers.isEmpty else { return .null }
        switch function {
        case .median:
            let sorted = numbers.sorted()
            let middle = sorted.count / 2
            return .real(sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2)
        case .mode: return mode
        case .standardDeviation:
            let mean = numbers.reduce(0, +) / Double(numbers.count)
            return .real((numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)).squareRoot())
        default: return .null
        }
    }

    private var numbers: [ComparisonValue] {
        values.compactMap { $0.isNull ? nil : $0.number }
    }

    /// The sum; 0 for an empty collection. That of whole numbers is the same in any order.
    private var sum: ComparisonValue {
        let numbers = numbers
        var whole: Int128 = 0
        for number in numbers {
            guard case .integer(let integer) = number else { return sum(adding: numbers) }
            whole += Int128(integer)
        }
        return ComparisonValue(sum: whole)
    }

    private func sum(adding numbers: [ComparisonValue]) -> ComparisonValue {
        numbers.reduce(.integer(0)) { sum, number in
            let result = PredicateFunction.add.value(of: [sum, number], rules)
            // A sum of dates is a number of seconds, no date.
            if case .date(let seconds) = result { return .real(seconds) }
            return result
        }
    }

    /// The mean. In memory, as Apple documents, missing values count as 0 and an empty collection has the mean 0; a
    /// store leaves them out and has none.
    private var average: ComparisonValue {
        let count = rules == .inMemory ? values.count : numbers.count
        if count == 0 { return rules == .inMemory ? .integer(0) : .null }
        let total = sum
        if rules == .inMemory, case .decimal(let total) = total { return .decimal(total / Decimal(count)) }
        return .real(total.doubleValue / Double(count))
    }

    private func extreme(_ isBetter: (Int) -> Bool) -> ComparisonValue {
        values.reduce(.null) { best, value in
            if value.isNull { return best }
            if best.isNull { return value }
            return value.order(to: best, rules).map(isBetter) == true ? value : best
        }
    }

    /// The values that occur most often.
    private var mode: ComparisonValue {
        var counts: [(value: ComparisonValue, count: Int)] = []
        for number in numbers {
            if let index = counts.firstIndex(where: { $0.value.order(to: number, rules) == 0 }) {
                counts[index].count += 1
            } else {
                counts.append((number, 1))
            }
        }
        let most = counts.map(\.count).max() ?? 0
        return .collection(counts.filter { $0.count == most }.map(\.value))
    }
}

extension ComparisonValue {
    /// - Parameter sum: a sum of numbers of 64 bits; a real where it does not fit into one itself.
    internal init(sum: Int128) {
        self = Int64(exactly: sum).map { .integer($0) } ?? .real(Double(sum))
    }
}

extension Sequence {
    fileprivate func count(_ predicate: (Element) -> Bool) -> Int {
        reduce(into: 0) { if predicate($1) { $0 += 1 } }
    }
}
