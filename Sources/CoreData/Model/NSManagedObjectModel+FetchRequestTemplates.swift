import Foundation

extension NSManagedObjectModel {
    /// The model's fetch requests by name.
    public final var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
        fetchRequestTemplateStorage
    }

    /// A fetch request of the model. A copy of it may be changed, it itself belongs to the model.
    /// - Returns: nil when there is none of that name.
    public final func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
        fetchRequestTemplateStorage[name]
    }

    /// Sets a fetch request of the model.
    /// - Parameters:
    ///   - template: the request; nil removes the one there is.
    ///   - name: its name.
    public final func setFetchRequestTemplate(
        _ template: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
    ) {
        requireMutable()
        fetchRequestTemplateStorage[name] = template
    }

    /// A fetch request of the model with values in the places of the variables of its predicate.
    /// - Parameters:
    ///   - name: the request's name.
    ///   - variables: a value for each `$VARIABLE`, by the name without the sign.
    /// - Returns: a new request; nil when there is none of that name.
    public final func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let template = fetchRequestTemplateStorage[name],
            let request = template.copy() as? NSFetchRequest<any NSFetchRequestResult>
        else { return nil }
        request.predicate = template.predicate?.withSubstitutionVariables(variables)
        return request
    }
}
