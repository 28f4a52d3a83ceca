import Testing

@testable import Garden
