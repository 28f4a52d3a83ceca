import Foundation
import Testing

@testable import CoreData

@Suite("A list of objects by identity") struct ObjectListTests {
    @Test("finds, adds and removes as an array does, however many go", arguments: [true, false])
    func agreesWithArray(keepsOrder: Bool) throws {
        try GardenStack.run { context, _ in
            let objects = (0..<3_000).map { _ in context.make("Tag") }
            var random = SeededRandom(7)
            var list = ObjectList()
            var array: [NSManagedObject] = []
            func compare() {
                if keepsOrder {
                    #expect(Array(list.objects) == array)
                } else {
                    #expect(Set(list.objects) == Set(array) && list.count == array.count)
                }
            }
            for object in objects where list.insert(object) { array.append(object) }
            // More than after which places are noted anew; from the front, from the back, and from anywhere.
            for step in 0..<6_000 {
                let object: NSManagedObject? =
                    switch step % 1_000 {
                    case ..<250: array.first
                    case ..<500: array.last
                    default: objects.randomElement(using: &random)
                    }
                guard let object else { continue }
                let place = array.firstIndex { $0 === object }
                let (isKnown, isHere) = (list.contains(object), place != nil)
                #expect(isKnown == isHere)
                if let place, step % 3 != 2 {
                    let wasRemoved = list.remove(object, keepingOrder: keepsOrder)
                    #expect(wasRemoved)
                    array.remove(at: place)
                } else {
                    let wasInserted = list.insert(object)
                    #expect(wasInserted == !isHere)
                    if place == nil { array.append(object) }
                }
                if step % 500 == 0 { compare() }
            }
            compare()
            for object in objects { list.remove(object, keepingOrder: keepsOrder) }
            #expect(list.isEmpty)
        }
    }
}
