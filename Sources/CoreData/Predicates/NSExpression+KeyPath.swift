extension NSExpression {
    /// Creates an expression that follows a Swift key path, such as `\Plant.genus`, from the evaluated object.
    ///
    /// - Precondition: the names along the key path can be found: it starts at a managed object class and goes
    ///   through its attributes and relationships.
    public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        self.init(forKeyPath: KeyPathNames.requiredName(of: keyPath))
    }
}
