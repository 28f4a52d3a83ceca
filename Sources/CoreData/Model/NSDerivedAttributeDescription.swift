import Foundation

/// An attribute whose value the store computes from others when an object is saved.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    /// The expression that makes the value: a key path, `canonical:` of one, an aggregate, or `now()`.
    open var derivationExpression: NSExpression? {
        willSet { requireMutable() }
        didSet { derivationSource = nil }
    }

    /// The expression as a model file writes it (`tags.@count`); the version hash is made of it.
    internal final var derivationSource: String?

    internal override func copyState(to copy: NSPropertyDescription) {
        super.copyState(to: copy)
        guard let copy = copy as? NSDerivedAttributeDescription else { return }
        copy.derivationExpression = derivationExpression
        copy.derivationSource = derivationSource
    }
}
