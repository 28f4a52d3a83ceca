import Foundation

/// What a sowing says, by which two are the same where no id tells.
struct SowingContent: Hashable {
    var plantID: UUID
    var day: CalendarDay
    var seeds: Int
    var note: String
}

/// A sowing of the garden, to be compared with a file's.
struct GardenSowing {
    let id: UUID
    let content: SowingContent
    let version: Int
}

/// Finds out which of a file's sowings are there already: by id, and else by what they say, as often as it is there.
///
/// A file with two equal sowings brings in two, and brought in again, none.
struct SowingMatching {
    /// What a sowing of the file comes to.
    enum Outcome {
        case new(UUID)
        case present(UUID)
        case repeated
        case conflict(GardenSowing, ImportConflict.Reason)
        case taken(GardenSowing)
    }

    /// A sowing of the file: what it says in full.
    struct Candidate {
        let id: UUID?
        let content: SowingContent
        /// Whether the file says something of a note.
        let hasNote: Bool
    }

    private var byID: [UUID: GardenSowing] = [:]
    private var claimed: Set<UUID> = []
    /// What the first sowing of the file with an id says.
    private var first: [UUID: SowingContent] = [:]
    /// Sowings of the garden that none of the file's is, by what they say.
    private var free: [SowingContent: [UUID]] = [:]

    /// Matches those whose ids are there.
    ///
    /// - Parameters:
    ///   - garden: The garden's sowings with these ids.
    ///   - takes: Whether the file's values are to take the place of the garden's.
    /// - Returns: What each comes to; nil for one whose id is not there.
    mutating func matchIDs(
        _ file: [Candidate], in garden: [GardenSowing], takes: (Int, GardenSowing) -> Bool
    ) -> [Outcome?] {
        for sowing in garden { byID[sowing.id] = sowing }
        return file.enumerated().map { place, candidate in
            guard let id = candidate.id, let existing = byID[id] else { return nil }
            var content = candidate.content
            if !candidate.hasNote { content.note = existing.content.note }
            if let other = first[id] { return other == content ? .repeated : .conflict(existing, .twiceInFile) }
            first[id] = content
            claimed.insert(id)
            if content == existing.content { return .present(id) }
            return takes(place, existing) ? .taken(existing) : .conflict(existing, .differs)
        }
    }

    /// Has a sowing of the garden be found by what it says, unless one of the file's is it by its id.
    mutating func offer(_ sowing: GardenSowing) {
        if !claimed.contains(sowing.id) { free[sowing.content, default: []].append(sowing.id) }
    }

    /// Matches one whose id is not there.
    mutating func match(_ candidate: Candidate) -> Outcome {
        if let id = candidate.id, let other = first[id] {
            let sowing = GardenSowing(id: id, content: other, version: -1)
            return other == candidate.content ? .repeated : .conflict(sowing, .twiceInFile)
        }
        if let id = candidate.id { first[id] = candidate.content }
        if let id = free[candidate.content]?.popLast() { return .present(id) }
        return .new(candidate.id ?? UUID())
    }
}
