import Foundation

/// The elements of an `IN`, as lists that are bound as one value each: however many there are, the statement stays
/// the same.
struct SQLValueLists {
    /// Values of one kind, as JSON.
    enum List {
        case integers([Int64])
        case texts([String])
        /// Their bits, as JSON has no exact form for them.
        case reals([Double])
        /// Their bytes in hexadecimal.
        case blobs([Data])

        /// The list as one text.
        func json() throws -> String {
            switch self {
            case .integers(let numbers): return Self.array(numbers.map(String.init))
            case .texts(let texts): return String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
            case .reals(let numbers):
                return Self.array(numbers.map { String(Int64(bitPattern: $0.bitPattern)) })
            case .blobs(let blobs): return Self.array(blobs.map { "\"\(Self.hexadecimal($0))\"" })
            }
        }

        /// The query that gives the elements of the list bound to a parameter.
        func query(_ parameter: String) -> String {
            let value =
                switch self {
                case .integers, .texts: "value"
                case .reals: "\(SQLFunctions.real)(value)"
                case .blobs: "\(SQLFunctions.blob)(value)"
                }
            return "SELECT \(value) FROM json_each(\(parameter))"
        }

        private static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

        private static func hexadecimal(_ data: Data) -> String {
            let digits = Array("0123456789abcdef".utf8)
            return String(decoding: data.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }
    }

    private var integers: [Int64] = []
    private var texts: [String] = []
    private var reals: [Double] = []
    private var blobs: [Data] = []
    private(set) var hasNull = false

    mutating func append(_ value: SQLValue) {
        switch value {
        case .null: hasNull = true
        case .integer(let number): integers.append(number)
        // SQLite keeps what is no number as nothing.
        case .double(let number): number.isNaN ? hasNull = true : reals.append(number)
        case .text(let text): texts.append(text)
        case .blob(let data): blobs.append(data)
        }
    }

    /// The lists that are not empty.
    var lists: [List] {
        var lists: [List] = []
        if !integers.isEmpty { lists.append(.integers(integers)) }
        if !texts.isEmpty { lists.append(.texts(texts)) }
        if !reals.isEmpty { lists.append(.reals(reals)) }
        if !blobs.isEmpty { lists.append(.blobs(blobs)) }
        return lists
    }
}
