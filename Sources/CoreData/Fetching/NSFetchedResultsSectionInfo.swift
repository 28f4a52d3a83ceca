import Foundation

/// A section of the result of a controller.
public protocol NSFetchedResultsSectionInfo {
    /// How many objects the section has.
    var numberOfObjects: Int { get }
    /// The objects of the section, in order.
    var objects: [Any]? { get }
    /// The value of the section key path that the objects have in common.
    var name: String { get }
    /// What stands in an index for the section: the first letter of its name, in capitals.
    var indexTitle: String? { get }
}

/// A section as a controller keeps it.
struct FetchedSection: NSFetchedResultsSectionInfo {
    let name: String
    /// The place of its first object in the whole result.
    let start: Int
    let numberOfObjects: Int
    private let all: ContiguousArray<NSManagedObject>

    init(name: String, start: Int, count: Int, in all: ContiguousArray<NSManagedObject>) {
        self.name = name
        self.start = start
        numberOfObjects = count
        self.all = all
    }

    var objects: [Any]? { Array(all[start..<start + numberOfObjects]) }
    var indexTitle: String? { name.first.map { String($0).uppercased() } }
}
