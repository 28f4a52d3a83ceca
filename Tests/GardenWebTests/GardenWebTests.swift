import Testing

@testable import GardenWeb
