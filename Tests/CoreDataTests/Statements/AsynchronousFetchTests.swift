import CoreData
import Foundation
import Testing

@Suite("Statement 77: fetches that keep nobody waiting") struct AsynchronousFetchTests {
    private func stored(_ count: Int) throws -> NSManagedObjectContext {
        let context = try GardenStack.container().newBackgroundContext()
        // Holds the container's coordinator; the container itself is not needed.
        try context.performAndWait {
            for number in 0..<count { context.make("Seed", ["number": number % 1000]) }
            try context.save()
            context.reset()
        }
        return context
    }

    /// What a fetch came to, carried out of its completion block.
    private struct Outcome: Sendable {
        var count: Int?
        var code: Int?
        var wasOnQueue = false
        var progress = 0.0
        var isSameContext = false
    }

    private func run(
        _ context: NSManagedObjectContext, estimate: Int = 0, cancelling: Bool = false, entity: String = "Seed"
    ) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            let request = NSAsynchronousFetchRequest(
                fetchRequest: NSFetchRequest<NSManagedObject>(entityName: entity)
            ) { result in
                let progress = result.progress
                continuation.resume(
                    returning: Outcome(
                        count: result.finalResult?.count, code: (result.operationError as NSError?)?.code,
                        wasOnQueue: (result.finalResult ?? []).allSatisfy { $0.managedObjectContext === context },
                        progress: progress?.fractionCompleted ?? -1,
                        isSameContext: result.managedObjectContext === context))
            }
            request.estimatedResultCount = estimate
            context.performAndWait {
                do {
                    let result = try context.execute(request) as? NSAsynchronousFetchResult<NSManagedObject>
                    // The block that runs keeps the fetch waiting.
                    #expect(result?.finalResult == nil && result?.progress?.isFinished == false)
                    #expect(result?.fetchRequest === request)
                    if cancelling { result?.cancel() }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    @Test("77. An asynchronous fetch of 10,000 objects ends with all of them")
    func many() async throws {
        let outcome = try await run(try stored(10_000), estimate: 10_000)
        #expect(outcome.count == 10_000 && outcome.code == nil)
        #expect(outcome.wasOnQueue && outcome.isSameContext && outcome.progress == 1)
    }

    @Test("A fetch that finds nothing ends with nothing, and its progress is over")
    func nothing() async throws {
        let outcome = try await run(try stored(0))
        #expect(outcome.count == 0 && outcome.code == nil && outcome.progress == 1)
    }

    @Test("A fetch that is given up ends without a result; one that cannot be answered with its error")
    func failures() async throws {
        let context = try stored(1)
        let cancelled = try await run(context, cancelling: true)
        #expect(cancelled.count == nil && cancelled.code == CocoaError.userCancelled.rawValue)
        let wrong = try await run(context, entity: "Weed")
        #expect(wrong.count == nil && wrong.code == NSCoreDataError)
    }

    @Test("The progress is a part of the one that is current when the request is made")
    func progress() throws {
        let context = try stored(3)
        let whole = Progress(totalUnitCount: 2)
        whole.becomeCurrent(withPendingUnitCount: 1)
        let request = NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Seed"))
        try context.performAndWait { _ = try context.execute(request) }
        whole.resignCurrent()
        context.performAndWait {}
        #expect(whole.fractionCompleted == 0.5)
    }

    @Test("A fetch that finds nothing ends with an empty result, and with its progress at an end", arguments: [0, 5])
    func nothing(estimate: Int) async throws {
        let outcome = try await run(try stored(0), estimate: estimate)
        #expect(outcome.count == 0 && outcome.code == nil && outcome.progress == 1)
    }
}
