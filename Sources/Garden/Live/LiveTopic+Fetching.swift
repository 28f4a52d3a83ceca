import CoreData
import Foundation

extension LiveTopic {
    /// The topic with its search in one spelling, so that equal searches share one fetch.
    var normalised: LiveTopic {
        guard case .plants(let search) = self else { return self }
        let terms = SearchKey.terms(search)
        return .plants(search: terms.isEmpty ? SearchKey.signs(search) : terms.joined(separator: " "))
    }

    /// Whether the rows stand with the greatest sort key first.
    private var isDescending: Bool {
        if case .sowings = self { true } else { false }
    }

    /// The fetch whose result is being watched.
    var fetchRequest: NSFetchRequest<NSManagedObject> {
        let request: NSFetchRequest<NSManagedObject>
        switch self {
        case .plants(let search):
            request = NSFetchRequest(entityName: "Plant")
            request.predicate = PlantSearch.predicate(search)
        case .plant(let id): request = Self.record("Plant", id)
        case .sowings(let plant):
            request = NSFetchRequest(entityName: "Seed")
            request.predicate = NSPredicate(format: "plantID == %@", plant)
        case .sowing(let id): request = Self.record("Seed", id)
        case .lists: request = NSFetchRequest(entityName: "Lists")
        case .list(let id): request = Self.record("Lists", id)
        case .items(let list):
            request = NSFetchRequest(entityName: "Item")
            request.predicate = NSPredicate(format: "listID == %@", list)
        case .item(let id): request = Self.record("Item", id)
        }
        request.sortDescriptors = [NSSortDescriptor(key: "sortKey", ascending: !isDescending)]
        request.fetchBatchSize = 256
        return request
    }

    private static func record(_ entity: String, _ id: UUID) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: "id == %@", id)
        return request
    }
}

extension LiveRow {
    /// The row of an object; nil when the object has no rows.
    init?(_ object: NSManagedObject) {
        switch object {
        case let plant as Plant: self = .plant(plant.row)
        case let seed as Seed: self = .sowing(seed.row)
        case let list as Lists: self = .list(list.row)
        case let item as Item: self = .item(item.row)
        default: return nil
        }
    }
}
