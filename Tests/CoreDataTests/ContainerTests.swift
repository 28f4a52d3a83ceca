import CoreData
import Foundation
import Testing

@Suite("Containers") struct ContainerTests {
    @Test("A container's store is in a folder of the program's name in the user's data, which is made with it")
    func defaultFolder() async {
        await #expect(processExitsWith: .success) {
            let home = FileManager.default.temporaryDirectory.appendingPathComponent("home-\(UUID().uuidString)")
            setenv("XDG_DATA_HOME", home.appendingPathComponent("data").path, 1)
            let container = NSPersistentContainer(name: "Garden", managedObjectModel: GardenStack.model)
            var failure: (any Error)?
            container.loadPersistentStores { _, error in failure = error }
            let folder = home.appendingPathComponent("data/\(ProcessInfo.processInfo.processName)")
            #expect(failure == nil)
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("Garden.sqlite").path))
            unsetenv("XDG_DATA_HOME")
            setenv("HOME", home.path, 1)
            #expect(
                NSPersistentContainer.defaultDirectoryURL().path
                    == home.appendingPathComponent(".local/share/\(ProcessInfo.processInfo.processName)").path)
            try FileManager.default.removeItem(at: home)
        }
    }

    @Test("A folder that a description names and that is not there is told")
    func missingFolder() throws {
        let url = try GardenStack.url().deletingLastPathComponent().appendingPathComponent("none/Garden.sqlite")
        #expect(throws: (any Error).self) { try GardenStack.container(url) }
        #expect(!FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path))
    }

    @Test("What is wrong with a format is said by the error's description, also where errors are shown to people")
    func formatErrors() {
        do {
            _ = try NSPredicate.parse("genus ==", arguments: [])
            Issue.record("It was read.")
        } catch {
            #expect(error.localizedDescription.contains("at character") && error.localizedDescription == "\(error)")
        }
    }
}
