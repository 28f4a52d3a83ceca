import Foundation

/// An attribute made of several named ones. Programs read and set a dictionary of their values, `[String: Any]`; a store
/// keeps each in a column, so that predicates, sort descriptors, indexes and constraints can name it: `place.latitude`.
///
/// It is nil when all its elements are. New objects have the elements' default values.
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    public required init() {
        super.init()
        attributeType = .compositeAttributeType
    }

    /// The parts, each an attribute of its own (composite ones too). Derived attributes, those of an undefined type or of
    /// object IDs, and binary ones that may stand in a file are a programming error.
    open var elements: [NSAttributeDescription] = [] {
        willSet { requireMutable() }
    }

    /// The paths of the elements, and of theirs in place of those that are composite.
    internal final func paths(from path: String) -> [String] {
        elements.flatMap { element in
            let path = "\(path).\(element.name)"
            return (element as? NSCompositeAttributeDescription)?.paths(from: path) ?? [path]
        }
    }

    internal override func freeze() {
        super.freeze()
        for element in elements { element.freeze() }
    }

    internal override func copyState(to copy: NSPropertyDescription) {
        super.copyState(to: copy)
        guard let copy = copy as? NSCompositeAttributeDescription else { return }
        copy.elements = elements.compactMap { $0.copy() as? NSAttributeDescription }
    }
}
