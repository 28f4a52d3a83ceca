import CoreData
import Foundation
import Synchronization

/// Numbers the moments of the store: one number for as long as nothing is saved by anybody.
final class LivePositions: Sendable {
    private struct State {
        var number: UInt64 = 0
        var token: NSPersistentHistoryToken?
    }

    private let coordinator: NSPersistentStoreCoordinator
    /// Tells this run's numbers from those in pages of an earlier run.
    private let run = UInt64.random(in: .min ... .max)
    private let state = Mutex(State())

    init(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

    /// The present moment. In a store without history every moment is a new one.
    func current() -> LivePosition {
        // Screens that are asked for at once do not wait for each other's reading. Who comes with an older token than the
        // one before gets a number of its own, which is then none of the present moment, as it should be.
        let token = coordinator.currentPersistentHistoryToken(fromStores: nil)
        let number = state.withLock { state in
            if token == nil || token != state.token {
                state.number += 1
                state.token = token
            }
            return state.number
        }
        return LivePosition(run: run, number: number)
    }
}
