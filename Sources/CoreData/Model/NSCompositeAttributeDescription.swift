import Foundation

/// An attribute made of several named ones. Objects hold a dictionary of their values; no store keeps it yet.
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    public required init() {
        super.init()
        attributeType = .compositeAttributeType
    }

    /// The parts, each an attribute of its own (composite ones too).
    open var elements: [NSAttributeDescription] = [] {
        willSet { requireMutable() }
    }

    internal override func copyState(to copy: NSPropertyDescription) {
        super.copyState(to: copy)
        guard let copy = copy as? NSCompositeAttributeDescription else { return }
        copy.elements = elements.compactMap { $0.copy() as? NSAttributeDescription }
    }
}
