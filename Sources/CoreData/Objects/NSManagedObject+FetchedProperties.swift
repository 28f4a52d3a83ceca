import Foundation

extension NSManagedObject {
    /// The value of a fetched property: what its request finds now. Apple's keeps what was found first until the
    /// object is refreshed; this is never out of date.
    ///
    /// - Returns: nil for an object without a context, and when the fetch fails; the reason is then logged.
    internal final func fetchedValue(of property: NSFetchedPropertyDescription) -> Any? {
        guard let context, let template = property.fetchRequest,
            let request = template.copy() as? NSFetchRequest<any NSFetchRequestResult>
        else { return nil }
        let variables: [String: Any] = ["FETCH_SOURCE": self, "FETCHED_PROPERTY": property]
        request.predicate = template.predicate?.withSubstitutionVariables(variables)
        do {
            return try context.fetch(request)
        } catch {
            NSLog("CoreData: the fetched property %@ cannot be read: %@", property.name, "\(error)")
            return nil
        }
    }
}
