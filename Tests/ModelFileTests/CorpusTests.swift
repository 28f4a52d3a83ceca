import Foundation
import Testing

@testable import ModelFile

@Suite("Models made by Xcode", .enabled(if: Corpus.isPresent, "the corpus beside the package is absent"))
struct CorpusTests {
    @Test("read, and are equal after writing and reading again; most are the same to the byte")
    func roundTrip() throws {
        #expect(Corpus.contents.count > 300)
        var identical = 0
        for path in Corpus.contents {
            let data = try #require(FileManager.default.contents(atPath: path))
            let document = try ModelDocument(xml: data, file: path)
            #expect(try ModelDocument(xml: document.xml) == document, "\(path)")
            if document.xml == String(decoding: data, as: UTF8.self) { identical += 1 }
        }
        // The others hold empty user infos, empty diagrams, comments, or attributes in an order of their
        // own.
        #expect(identical * 100 > Corpus.contents.count * 90, "\(identical) of \(Corpus.contents.count)")
    }

    @Test("fit together, all but one, whose author kept the editor's placeholder as a constraint")
    func problems() throws {
        var files: Set<String> = []
        for path in Corpus.contents {
            let data = try #require(FileManager.default.contents(atPath: path))
            for problem in try ModelDocument(xml: data, file: path).problems(file: path) {
                files.insert(problem.file.map { String($0.split(separator: "/").last ?? "") } ?? "")
                #expect(problem.message.contains("uniqueness constraint"), "\(problem)")
            }
        }
        #expect(files == ["model2.xml"])
    }

    @Test("open as packages with a current version, when they have any version")
    func packages() throws {
        var opened = 0
        for path in Corpus.packages {
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            let folders = names.filter { $0.hasSuffix(".xcdatamodel") }
            if folders.isEmpty {
                #expect(throws: ModelFileError.self) {
                    try ModelPackage(contentsOf: URL(fileURLWithPath: path))
                }
                continue
            }
            let package = try ModelPackage(contentsOf: URL(fileURLWithPath: path))
            #expect(package.versions.count == folders.count)
            opened += 1
        }
        #expect(opened > 100)
    }
}
