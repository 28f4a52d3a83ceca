import Foundation
internal import ModelFile

extension NSManagedObjectModel {
    /// Loads a model from disk: the current version of an `.xcdatamodeld` folder, an `.xcdatamodel`
    /// folder, or a `contents` file.
    ///
    /// - Returns: nil when there is no sound model at `url`; the reason is then written to the log.
    public convenience init?(contentsOf url: URL) {
        self.init()
        do {
            let package = try ModelPackage(contentsOf: url)
            try load(package.currentVersion.document, module: nil)
        } catch {
            NSLog("CoreData: the model at %@ cannot be loaded: %@", url.path, String(describing: error))
            return nil
        }
    }

    /// Makes a model from what a model file says.
    /// - Parameter module: the module that classes with a leading dot (`.Plant`) belong to.
    /// - Throws: the first of the document's problems.
    internal convenience init(document: ModelDocument, module: String?) throws(ModelFileError) {
        self.init()
        try load(document, module: module)
    }

    private func load(_ document: ModelDocument, module: String?) throws(ModelFileError) {
        var builder = ModelBuilder(document: document, module: module)
        try builder.fill(self)
    }
}
