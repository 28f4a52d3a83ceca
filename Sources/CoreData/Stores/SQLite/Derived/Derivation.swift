import Foundation

/// How the value of a derived attribute comes about.
enum Derivation: Equatable {
    /// A function of one value.
    enum Change: String {
        case canonical, uppercase, lowercase
    }

    /// The time of the save.
    case now
    /// An attribute of the object, or of the one at the other end of a to-one relationship.
    case value(relationship: String?, attribute: String, Change?)
    /// How many objects a to-many relationship has.
    case count(relationship: String)
    /// The sum of an attribute over a to-many relationship.
    case sum(relationship: String, attribute: String)

    /// Reads an expression as the version hash has it, such as `canonical:(name)` or `sum:(lines.amount)`; nil for one
    /// that no store can compute.
    init?(_ text: String) {
        var function: String?
        var path = text
        if let call = text.wholeMatch(of: /([A-Za-z]+):?\((.*)\)/) {
            function = String(call.1)
            path = String(call.2)
        }
        let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        switch (function, keys.count) {
        case ("now", _) where path.isEmpty: self = .now
        case ("count", 1): self = .count(relationship: keys[0])
        case ("sum", 2): self = .sum(relationship: keys[0], attribute: keys[1])
        case (nil, 1): self = .value(relationship: nil, attribute: keys[0], nil)
        case (nil, 2): self = .value(relationship: keys[0], attribute: keys[1], nil)
        case (let name?, 1...2):
            guard let change = Change(rawValue: name), let attribute = keys.last else { return nil }
            self = .value(relationship: keys.count == 2 ? keys[0] : nil, attribute: attribute, change)
        default: return nil
        }
    }
}
