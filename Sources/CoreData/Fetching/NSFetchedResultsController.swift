import Foundation

/// Keeps the result of a fetch up to date and tells a delegate how it changes.
///
/// ```swift
/// let controller = NSFetchedResultsController(
///     fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "genus", cacheName: nil)
/// controller.delegate = self
/// try controller.performFetch()
/// ```
///
/// It belongs to the queue of its context. An object counts as changed when it was itself changed, refreshed or
/// merged; a change of an object it is only related to is not seen.
open class NSFetchedResultsController<ResultType>: FetchedResultsHolder {
    // No stored property depends on `ResultType`: the delegate sees the controller as one of
    // `any NSFetchRequestResult`, and both must lie in memory alike. What takes or returns a `ResultType` is in
    // `FetchedResultsReading`, for a method of this class would always take the type the controller was made with.
    private let anyRequest: AnyObject
    private let plan: () throws -> FetchPlan

    /// The context.
    public final let managedObjectContext: NSManagedObjectContext
    /// The key path whose value is the name of an object's section.
    public final let sectionNameKeyPath: String?
    /// The name that was given for a cache of sections. Sections are found as fast as objects are read, so
    /// nothing is kept in a file.
    public final let cacheName: String?

    /// Makes a controller; ``performFetch()`` starts it.
    ///
    /// - Parameters:
    ///   - fetchRequest: a request for managed objects, with at least one sort descriptor; none is a programming
    ///     error. The first must order by section when there are sections.
    ///   - context: the context.
    ///   - sectionNameKeyPath: the key path of the sections' names, or nil for one section.
    ///   - name: see ``cacheName``.
    public init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        precondition(
            fetchRequest.sortDescriptors?.isEmpty == false,
            "A fetched results controller needs a request with sort descriptors.")
        anyRequest = fetchRequest
        managedObjectContext = context
        self.sectionNameKeyPath = sectionNameKeyPath
        cacheName = name
        plan = {
            guard let coordinator = context.persistentStoreCoordinator else {
                throw CocoaErrorText.error(NSCoreDataError, "The context has no persistent store coordinator.")
            }
            let layout = try fetchRequest.resolve(in: coordinator.modelLayout)
            return FetchPlan(fetchRequest, layout: layout)
        }
        super.init(FetchedResultsCore(context: context, sectionKeyPath: sectionNameKeyPath))
        core.owner = self
        core.facade = { [unowned self] in
            // See the note on stored properties: the two types differ in name only.
            Self.seen(self, as: NSFetchedResultsController<any NSFetchRequestResult>.self)
        }
    }

    /// An object under another type, which lies in memory as its own does.
    private static func seen<Other: AnyObject>(_ object: AnyObject, as type: Other.Type) -> Other {
        Unmanaged<Other>.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
    }

    /// The request.
    public final var fetchRequest: NSFetchRequest<ResultType> {
        // It is the request of the initialiser, and a request has no stored property of its result type.
        Self.seen(anyRequest, as: NSFetchRequest<ResultType>.self)
    }

    /// Who is told of changes.
    open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { core.delegate }
        set { core.delegate = newValue }
    }

    /// Runs the fetch, and from then on follows the changes of the context.
    ///
    /// - Throws: an error when the request does not fit the model, of the store, or when the objects of a section
    ///   do not stand together.
    open func performFetch() throws { try core.performFetch(plan()) }

    /// Forgets what was kept under a name. There is nothing to forget: see ``cacheName``.
    open class func deleteCache(withName name: String?) {}

    // MARK: The result

    /// The sections; nil before ``performFetch()``.
    open var sections: [any NSFetchedResultsSectionInfo]? { core.sectionInfos }

    /// What stands in an index for a section.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        if let delegate { return delegate.controller(core.facade(), sectionIndexTitleForSectionName: sectionName) }
        return sectionName.first.map { String($0).uppercased() }
    }

    /// The titles of an index, each once, in the order of the sections.
    open var sectionIndexTitles: [String] {
        var titles: [String] = []
        for section in core.sectionInfos ?? [] {
            if let title = sectionIndexTitle(forSectionName: section.name), titles.last != title {
                titles.append(title)
            }
        }
        return titles
    }

    /// The first section with a title of the index.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        let sections = core.sectionInfos ?? []
        return sections.firstIndex { sectionIndexTitle(forSectionName: $0.name) == title } ?? 0
    }
}
