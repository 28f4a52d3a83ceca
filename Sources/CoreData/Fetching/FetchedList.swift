/// What a fetch found, in order: objects, or only the keys of their rows.
///
/// It stands in runs of a few hundred, so that one object comes, goes or is found in a time that hardly depends on how
/// many there are.
struct FetchedList {
    /// What tells an object apart: its address when the list holds it, else its key.
    typealias Mark = UInt64

    /// An entry of the list. The object is nil when the list keeps keys.
    typealias Entry = (mark: Mark, object: NSManagedObject?)

    private struct Run {
        /// Stays the same while the run's place among the others changes.
        let number: Int
        var marks: ContiguousArray<Mark>
        /// Empty when the list keeps keys.
        var objects: ContiguousArray<NSManagedObject>
    }

    let holdsObjects: Bool
    private var runs: ContiguousArray<Run> = []
    private var sizes = RunSizes([])
    /// Where a run stands, by its number.
    private var places: [Int] = []
    /// The number of the run that an entry is in; made when an entry is first looked for.
    private var runNumbers: [Mark: Int32]?
    private static let usualLength = 256
    private static let mostLength = 512

    init(objects: [NSManagedObject]) {
        holdsObjects = true
        fill(objects.count) { range in
            (ContiguousArray(objects[range].lazy.map(Self.address)), ContiguousArray(objects[range]))
        }
    }

    init(keys: ContiguousArray<UInt64>) {
        holdsObjects = false
        fill(keys.count) { (ContiguousArray(keys[$0]), []) }
    }

    private mutating func fill(
        _ count: Int, _ part: (Range<Int>) -> (ContiguousArray<Mark>, ContiguousArray<NSManagedObject>)
    ) {
        for start in stride(from: 0, to: count, by: Self.usualLength) {
            let (marks, objects) = part(start..<min(start + Self.usualLength, count))
            runs.append(Run(number: runs.count, marks: marks, objects: objects))
        }
        arrange()
    }

    private static func address(_ object: NSManagedObject) -> Mark {
        Mark(UInt(bitPattern: ObjectIdentifier(object)))
    }

    // MARK: Reading

    var count: Int { sizes.total }

    func mark(of object: NSManagedObject) -> Mark { holdsObjects ? Self.address(object) : object.key.raw }

    subscript(index: Int) -> Entry {
        let (place, offset) = sizes.find(index)
        return entry(place, offset)
    }

    private func entry(_ place: Int, _ offset: Int) -> Entry {
        (runs[place].marks[offset], holdsObjects ? runs[place].objects[offset] : nil)
    }

    /// Where an entry stands; nil when it is not in the list. The first search takes time for the whole list.
    mutating func index(of mark: Mark) -> Int? {
        if runNumbers == nil { makeRunNumbers() }
        guard let number = runNumbers?[mark] else { return nil }
        let place = places[Int(number)]
        return runs[place].marks.firstIndex(of: mark).map { sizes.start(of: place) + $0 }
    }

    private mutating func makeRunNumbers() {
        var numbers: [Mark: Int32] = [:]
        numbers.reserveCapacity(count)
        for run in runs { for mark in run.marks { numbers[mark] = Int32(run.number) } }
        runNumbers = numbers
    }

    /// The marks of all entries.
    var marks: ContiguousArray<Mark> { marks(0..<count) }

    /// The keys of all entries.
    var keys: ContiguousArray<UInt64> {
        holdsObjects ? ContiguousArray(runs.lazy.flatMap(\.objects).map(\.key.raw)) : marks
    }

    /// The marks of a part of the list.
    func marks(_ range: Range<Int>) -> ContiguousArray<Mark> {
        var result: ContiguousArray<Mark> = []
        result.reserveCapacity(range.count)
        guard !range.isEmpty else { return result }
        var (place, offset) = sizes.find(range.lowerBound)
        while result.count < range.count {
            let marks = runs[place].marks
            result.append(contentsOf: marks[offset..<min(marks.count, offset + range.count - result.count)])
            (place, offset) = (place + 1, 0)
        }
        return result
    }

    // MARK: Changing

    /// Takes an entry out.
    mutating func remove(at index: Int) -> Entry {
        let (place, offset) = sizes.find(index)
        let removed = entry(place, offset)
        runs[place].marks.remove(at: offset)
        if holdsObjects { runs[place].objects.remove(at: offset) }
        runNumbers?[removed.mark] = nil
        if runs[place].marks.isEmpty {
            runs.remove(at: place)
            arrange()
        } else {
            sizes.add(-1, at: place)
        }
        return removed
    }

    mutating func insert(_ entry: Entry, at index: Int) {
        if runs.isEmpty {
            runs.append(Run(number: 0, marks: [], objects: []))
            arrange()
        }
        // At the end of the list, behind the last entry.
        let (place, offset) = index < count ? sizes.find(index) : (runs.count - 1, runs[runs.count - 1].marks.count)
        runs[place].marks.insert(entry.mark, at: offset)
        if let object = entry.object { runs[place].objects.insert(object, at: offset) }
        runNumbers?[entry.mark] = Int32(runs[place].number)
        if runs[place].marks.count > Self.mostLength {
            split(place)
        } else {
            sizes.add(1, at: place)
        }
    }

    private mutating func split(_ place: Int) {
        let half = runs[place].marks.count / 2
        let marks = ContiguousArray(runs[place].marks[half...])
        runs[place].marks.removeLast(marks.count)
        var objects: ContiguousArray<NSManagedObject> = []
        if holdsObjects {
            objects = ContiguousArray(runs[place].objects[half...])
            runs[place].objects.removeLast(objects.count)
        }
        let number = places.count
        runs.insert(Run(number: number, marks: marks, objects: objects), at: place + 1)
        if runNumbers != nil { for mark in marks { runNumbers?[mark] = Int32(number) } }
        arrange()
    }

    /// Gives an entry another mark: its object has got a permanent key.
    mutating func replace(_ old: Mark, with new: Mark) {
        guard !holdsObjects, let index = index(of: old) else { return }
        let (place, offset) = sizes.find(index)
        runs[place].marks[offset] = new
        runNumbers?[old] = nil
        runNumbers?[new] = Int32(runs[place].number)
    }

    private mutating func arrange() {
        sizes = RunSizes(runs.map(\.marks.count))
        for (place, run) in runs.enumerated() {
            while places.count <= run.number { places.append(-1) }
            places[run.number] = place
        }
    }
}

/// How long the runs of a list are, so that adding up those before one takes a few steps only (a Fenwick tree).
struct RunSizes {
    private(set) var total = 0
    private var sums: [Int]

    init(_ sizes: [Int]) {
        sums = [0] + sizes
        for index in sums.indices.dropFirst() {
            total += sizes[index - 1]
            let parent = index + (index & -index)
            if parent < sums.count { sums[parent] += sums[index] }
        }
    }

    mutating func add(_ difference: Int, at place: Int) {
        total += difference
        var index = place + 1
        while index < sums.count {
            sums[index] += difference
            index += index & -index
        }
    }

    /// How long all runs before one are together.
    func start(of place: Int) -> Int {
        var (index, sum) = (place, 0)
        while index > 0 {
            sum += sums[index]
            index -= index & -index
        }
        return sum
    }

    /// The run that has the entry of an index, and the entry's place in it.
    func find(_ index: Int) -> (place: Int, offset: Int) {
        var (place, rest) = (0, index)
        var step = 1
        while step * 2 < sums.count { step *= 2 }
        while step > 0 {
            if place + step < sums.count, sums[place + step] <= rest {
                place += step
                rest -= sums[place]
            }
            step /= 2
        }
        return (place, rest)
    }
}
