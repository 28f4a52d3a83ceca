extension ModelDocument {
    /// What keeps the parts of the model from fitting together: names that are missing, taken twice or lead
    /// nowhere, circles of inheritance, inverses that do not agree. Empty for a sound model.
    ///
    /// - Parameter file: the path to name in the problems.
    /// - Complexity: O(number of properties, inherited ones counted once for each entity).
    public func problems(file: String? = nil) -> [ModelFileError] {
        var checker = ModelChecker(document: self, file: file)
        return checker.check()
    }
}
