import Foundation
import Testing

@testable import CoreData

@Suite("The main queue") struct MainQueueTests {
    @Test("A context of the main queue knows that it runs there, whatever else there is in memory") @MainActor
    func recognized() throws {
        let context = try GardenStack.container().viewContext
        var others: [DispatchQueue] = []
        for number in 0..<200 {
            others.append(DispatchQueue(label: "\(number)"))
            others.append(.main)
            #expect(context.isOnQueue)
        }
        let (elsewhere, queue) = (context, others[0])
        #expect(!queue.sync(execute: { elsewhere.isOnQueue }) || Thread.isMainThread)
        #expect(context.performAndWait { context.performAndWait { context.hasChanges } } == false)
        // The main queue waits for the block, so it is its turn all the while.
        let other = NSManagedObjectContext(.privateQueue)
        #expect(other.performAndWait { context.isOnQueue && context.performAndWait { other.performAndWait { true } } })
    }
}
