import Foundation

extension NSEntityDescription {
    /// The entity of that name in a context's model; nil when there is none.
    public class func entity(
        forEntityName entityName: String, in context: NSManagedObjectContext
    ) -> NSEntityDescription? {
        context.persistentStoreCoordinator?.modelLayout.layout(named: entityName)?.entity
    }

    /// Inserts a new object of the entity of that name.
    ///
    /// - Parameters:
    ///   - entityName: an entity of the context's model; another is a programming error.
    ///   - context: the context.
    public class func insertNewObject(
        forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        guard let layout = context.persistentStoreCoordinator?.modelLayout.layout(named: entityName) else {
            preconditionFailure("The context's model has no entity “\(entityName)”. Check the spelling.")
        }
        return layout.managedObjectClass.init(ManagedObjectOrigin(layout: layout, context: context))
    }
}
