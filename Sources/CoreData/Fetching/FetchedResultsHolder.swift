import Foundation

/// What all fetched results controllers have in common, whatever they fetch. Not part of Apple's API.
open class FetchedResultsHolder: NSObject {
    final let core: FetchedResultsCore

    init(_ core: FetchedResultsCore) {
        self.core = core
        super.init()
    }
}
