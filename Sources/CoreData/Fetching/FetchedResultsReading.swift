import Foundation

/// The part of a fetched results controller that hands out and takes objects of its kind. Not part of Apple's API.
///
/// A delegate sees each controller as one of `any NSFetchRequestResult`. A method of a generic class goes by the type that
/// the object was made with, one of an extension of a protocol by the type that its caller knows: so an object is
/// handed out here in the form in which the caller takes it.
public protocol FetchedResultsReading<ResultType> {
    /// What the controller fetches.
    associatedtype ResultType
}

extension NSFetchedResultsController: FetchedResultsReading {}

extension FetchedResultsReading where Self: FetchedResultsHolder {
    /// The objects, in order; nil before ``NSFetchedResultsController/performFetch()``.
    ///
    /// With a batch size the result keeps keys only, and this makes an object of each of them: ``object(at:)`` does not.
    public var fetchedObjects: [ResultType]? { core.objects?.compactMap { $0 as? ResultType } }

    /// The object of a row of a section; asking for one that is not there is a programming error.
    ///
    /// With a batch size the first one of a batch that is asked for reads them all.
    public func object(at indexPath: IndexPath) -> ResultType {
        guard let object = core.object(at: indexPath) as? ResultType else {
            preconditionFailure(
                "There is no object at \(indexPath). Call performFetch() first and stay within the sections.")
        }
        return object
    }

    /// Where an object stands; nil when it is not in the result.
    public func indexPath(forObject object: ResultType) -> IndexPath? {
        (object as? NSManagedObject).flatMap(core.indexPath(of:))
    }
}
