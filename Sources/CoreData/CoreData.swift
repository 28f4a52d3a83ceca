// A file that says `import CoreData` sees Foundation too, as on Apple's systems.
@_exported import Foundation
