/// What lets `NSPredicate` have initialisers that return an object of another class than the one written.
///
/// Foundation's `NSPredicate` cannot read a format on Linux, and a class's own initialiser cannot return a subclass; an
/// initialiser in an extension of a protocol can. Conforming to this protocol gives nothing to other classes.
public protocol PredicateFormatting {}
