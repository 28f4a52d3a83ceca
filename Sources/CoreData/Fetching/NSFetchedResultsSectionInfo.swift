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

/// A section as a controller shows it.
struct FetchedSection: NSFetchedResultsSectionInfo {
    let name: String
    let numberOfObjects: Int
    private let members: () -> [NSManagedObject]

    /// - Parameters:
    ///   - name: the name.
    ///   - count: how many objects it has.
    ///   - members: gives the objects, when somebody asks for them.
    init(name: String, count: Int, members: @escaping () -> [NSManagedObject]) {
        self.name = name
        numberOfObjects = count
        self.members = members
    }

    var objects: [Any]? { members() }
    var indexTitle: String? { name.first.map { String($0).uppercased() } }
}
