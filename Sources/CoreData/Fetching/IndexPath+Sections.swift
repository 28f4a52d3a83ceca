import Foundation

// On Apple's systems UIKit and AppKit add these to `IndexPath`.
extension IndexPath {
    /// The path of a row of a section.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// The path of an item of a section.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// The section; the path has two indexes.
    public var section: Int { self[0] }
    /// The row in the section; the path has two indexes.
    public var row: Int { self[1] }
    /// The item in the section; the path has two indexes.
    public var item: Int { self[1] }
}
