import Testing

@testable import CoreData
