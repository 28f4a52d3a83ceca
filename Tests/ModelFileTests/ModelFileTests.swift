import Testing

@testable import ModelFile
