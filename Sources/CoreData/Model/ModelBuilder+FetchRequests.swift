import Foundation
internal import ModelFile

extension ModelBuilder {
    /// The fetch request a model file states.
    internal func fetchRequest(
        _ source: ModelFetchRequest
    ) throws(ModelFileError) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: source.entity)
        if let text = source.predicateString, !text.isEmpty { request.predicate = try predicate(text, source.line) }
        request.fetchLimit = source.fetchLimit ?? 0
        request.fetchBatchSize = source.fetchBatchSize ?? 0
        request.resultType = NSFetchRequestResultType(rawValue: UInt(clamping: source.resultType ?? 0))
        request.includesSubentities = source.includesSubentities ?? request.includesSubentities
        request.includesPropertyValues = source.includesPropertyValues ?? request.includesPropertyValues
        request.includesPendingChanges = source.includesPendingChanges ?? request.includesPendingChanges
        request.returnsObjectsAsFaults = source.returnsObjectsAsFaults ?? request.returnsObjectsAsFaults
        request.returnsDistinctResults = source.returnsDistinctResults ?? request.returnsDistinctResults
        return request
    }

    internal func predicate(_ text: String, _ line: SourceLine) throws(ModelFileError) -> NSPredicate {
        do {
            return try NSPredicate.parse(text)
        } catch {
            throw ModelFileError("The predicate cannot be read. \(error)", line: line.number)
        }
    }

    internal func expression(_ text: String, _ line: SourceLine) throws(ModelFileError) -> NSExpression {
        do {
            return try NSExpression.parse(text)
        } catch {
            throw ModelFileError("The expression cannot be read. \(error)", line: line.number)
        }
    }
}
