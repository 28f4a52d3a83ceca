import Foundation
import Testing

@testable import ModelFile

@Suite("A model package")
struct ModelPackageTests {
    /// A model folder with a version for each name, removed when the test ends.
    private final class Folder {
        let url: URL

        init(versions: [String], current: String?) throws {
            let base = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            url = base.appendingPathComponent("House.xcdatamodeld")
            for version in versions {
                let folder = url.appendingPathComponent(version + ".xcdatamodel")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let source = "<model><entity name=\"\(version.replacing(" ", with: ""))\"/></model>"
                try Data(source.utf8).write(to: folder.appendingPathComponent("contents"))
            }
            if let current {
                let plist = ["_XCCurrentVersionName": current + ".xcdatamodel"]
                let data = try PropertyListSerialization.data(
                    fromPropertyList: plist, format: .xml, options: 0)
                try data.write(to: url.appendingPathComponent(".xccurrentversion"))
            }
        }

        deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    }

    @Test("has the version first that .xccurrentversion names")
    func currentVersion() throws {
        let folder = try Folder(versions: ["House", "House 2", "House 3"], current: "House 2")
        let package = try ModelPackage(contentsOf: folder.url)
        #expect(package.name == "House")
        #expect(package.versions.map(\.name) == ["House 2", "House", "House 3"])
        #expect(package.currentVersion.document.entities.map(\.name) == ["House2"])
        #expect(ModelPackage.files(of: folder.url).count == 4)
    }

    @Test("without .xccurrentversion has its only version, or the one of its name")
    func implicitVersion() throws {
        let single = try Folder(versions: ["First"], current: nil)
        #expect(try ModelPackage(contentsOf: single.url).currentVersion.name == "First")
        let named = try Folder(versions: ["Annex", "House"], current: nil)
        #expect(try ModelPackage(contentsOf: named.url).currentVersion.name == "House")
        let unclear = try Folder(versions: ["A", "B"], current: nil)
        #expect(throws: ModelFileError.self) { try ModelPackage(contentsOf: unclear.url) }
    }

    @Test("opens from an .xcdatamodel folder and from a contents file")
    func singleVersion() throws {
        let folder = try Folder(versions: ["First"], current: nil)
        let version = folder.url.appendingPathComponent("First.xcdatamodel")
        #expect(try ModelPackage(contentsOf: version).name == "First")
        #expect(try ModelPackage(contentsOf: version.appendingPathComponent("contents")).name == "First")
    }

    @Test("names the file that is missing")
    func missing() throws {
        let folder = try Folder(versions: ["First"], current: "Second")
        let error = try #require(throws: ModelFileError.self) { try ModelPackage(contentsOf: folder.url) }
        #expect(
            error.description.contains(
                ".xccurrentversion: The current version “Second.xcdatamodel” does not exist"))
        #expect(throws: ModelFileError.self) {
            try ModelPackage(contentsOf: URL(fileURLWithPath: "/nowhere/A.xcdatamodeld"))
        }
    }
}
