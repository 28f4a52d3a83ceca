import Foundation

/// A thing with a name, in the garden or in a file: a plant, a list, or an item of a list.
struct NamedThing {
    /// The place of a name: no two things have one. Plants and lists are in no list.
    struct Key: Hashable {
        var list: UUID?
        let name: String
    }

    /// Nil where a file does not say it.
    var id: UUID?
    var key: Key
    /// The names as they are spelt: genus and species, or one.
    var names: [String]
    var isDone: Bool?
    /// In the garden, how often it was changed; less than 0 for what is in the file alone.
    var version = -1
}

/// Finds out which of a file's named things are there already, by their ids and by the garden's key.
///
/// Whoever is known by id comes first, and takes a new name where that was agreed to; then the others are looked for by
/// the names there are by then. So it comes to the same whichever comes first in the file, and comes to nothing when it
/// is done again.
struct NameMatching {
    /// What a thing of the file comes to.
    enum Outcome {
        /// Nothing of this name or id is there.
        case new(UUID)
        /// It is there, by its id or by its name.
        case present(UUID)
        /// The file has it once more.
        case repeated(UUID)
        /// The id is there with other values.
        case conflict(UUID, ImportConflict.Reason)
        /// The same, and the file's values take their place.
        case taken(UUID)

        /// The id of the thing it is in the garden, or will be.
        var id: UUID {
            switch self {
            case .new(let id), .present(let id), .repeated(let id), .conflict(let id, _), .taken(let id): id
            }
        }
    }

    /// The garden's things by id, and what the file adds to them.
    private var things: [UUID: NamedThing]
    private var owners: [NamedThing.Key: UUID]
    /// The things that one of the file's is.
    private var claimed: Set<UUID> = []
    /// The file's place of each thing that it adds.
    private(set) var outcomes: [Outcome?]
    private let file: [NamedThing]

    /// - Parameters:
    ///   - file: The file's things, in its order.
    ///   - garden: What of the garden has one of their ids or names.
    init(_ file: [NamedThing], in garden: [NamedThing]) {
        self.file = file
        outcomes = Array(repeating: nil, count: file.count)
        things = [:]
        owners = [:]
        for thing in garden {
            guard let id = thing.id else { continue }
            things[id] = thing
            owners[thing.key] = id
        }
    }

    /// The garden's thing with an id, or what the file makes of it.
    func thing(_ id: UUID) -> NamedThing? { things[id] }

    /// Does it.
    ///
    /// - Parameters:
    ///   - differs: Whether the file's thing at a place differs from the garden's.
    ///   - takes: Whether the file's values at a place are to take the place of the garden's.
    mutating func match(differs: (Int, NamedThing) -> Bool, takes: (Int, NamedThing) -> Bool) {
        matchIDs(differs: differs, takes: takes)
        for place in file.indices where outcomes[place] == nil { outcomes[place] = matchName(place) }
    }

    private mutating func matchIDs(differs: (Int, NamedThing) -> Bool, takes: (Int, NamedThing) -> Bool) {
        var differing: [(place: Int, id: UUID)] = []
        for (place, thing) in file.enumerated() {
            guard let id = thing.id, let existing = things[id] else { continue }
            if !claimed.insert(id).inserted {
                // Compared with the first of the file, once it is known that this is one.
                outcomes[place] = isSame(place, id) ? .repeated(id) : .conflict(id, .twiceInFile)
            } else if differs(place, existing) {
                differing.append((place, id))
            } else {
                outcomes[place] = .present(id)
            }
            if first[id] == nil { first[id] = place }
        }
        let takeable = Self.possible(differing, file, things, owners)
        let agreed = differing.filter { pair in things[pair.id].map { takes(pair.place, $0) } ?? false }
        let taken = Self.possible(agreed, file, things, owners)
        for (place, id) in differing {
            if taken.contains(place) {
                outcomes[place] = .taken(id)
            } else {
                outcomes[place] = .conflict(id, takeable.contains(place) ? .differs : .nameTaken)
            }
        }
        // All names go before any comes, as one may come to another's place.
        let keys = taken.compactMap { place in file[place].id.flatMap { things[$0]?.key } }
        for key in keys { owners[key] = nil }
        for place in taken {
            guard let id = file[place].id else { continue }
            things[id]?.key = file[place].key
            owners[file[place].key] = id
        }
    }

    /// The first of the file's things that is the one with an id.
    private var first: [UUID: Int] = [:]

    private func isSame(_ place: Int, _ id: UUID) -> Bool {
        guard let other = first[id].map({ file[$0] }) else { return false }
        return other.key == file[place].key && other.names == file[place].names && other.isDone == file[place].isDone
    }

    private mutating func matchName(_ place: Int) -> Outcome {
        let thing = file[place]
        if let id = thing.id, first[id] != nil {
            return isSame(place, id) ? .repeated(id) : .conflict(id, .twiceInFile)
        }
        if let id = owners[thing.key] {
            return claimed.insert(id).inserted ? .present(id) : .repeated(id)
        }
        let id = thing.id ?? UUID()
        var added = thing
        added.id = id
        things[id] = added
        owners[thing.key] = id
        claimed.insert(id)
        first[id] = place
        return .new(id)
    }

    /// Which of some things can take the file's values together: a name that another has is free only when that one
    /// leaves it.
    private static func possible(
        _ pairs: [(place: Int, id: UUID)], _ file: [NamedThing], _ things: [UUID: NamedThing],
        _ owners: [NamedThing.Key: UUID]
    ) -> Set<Int> {
        var owners = owners
        var waiting: [NamedThing.Key: [(place: Int, id: UUID)]] = [:]
        var possible: Set<Int> = []
        var open = Array(pairs.reversed())
        while let (place, id) = open.popLast() {
            guard let old = things[id]?.key else { continue }
            let new = file[place].key
            if let owner = owners[new], owner != id {
                waiting[new, default: []].append((place, id))
                continue
            }
            possible.insert(place)
            guard new != old else { continue }
            owners[old] = nil
            owners[new] = id
            if let next = waiting.removeValue(forKey: old) { open += next.reversed() }
        }
        return possible
    }
}
