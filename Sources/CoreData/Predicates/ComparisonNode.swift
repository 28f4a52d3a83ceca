/// A compiled comparison of two values.
internal final class ComparisonNode: TruthNode {
    private let left: ValueNode
    private let right: ValueNode
    private let test: ValueTest

    internal init(_ left: ValueNode, _ right: ValueNode, _ test: ValueTest) {
        self.left = left
        self.right = right
        self.test = test
    }

    override func truth(_ scope: inout EvaluationScope) -> Truth {
        test.truth(left.value(&scope), right.value(&scope))
    }
}

/// A compiled comparison over the elements of a collection: `ANY`, `ALL`.
///
/// Its answer is never unknown: an element that the comparison says nothing about does not fulfil it.
internal final class QuantifiedComparisonNode: TruthNode {
    private let left: ValueNode
    private let right: ValueNode
    private let test: ValueTest
    private let wantsAll: Bool

    internal init(_ left: ValueNode, _ right: ValueNode, _ test: ValueTest, all wantsAll: Bool) {
        self.left = left
        self.right = right
        self.test = test
        self.wantsAll = wantsAll
    }

    override func truth(_ scope: inout EvaluationScope) -> Truth {
        let collection = left.value(&scope)
        let right = right.value(&scope)
        // A path that leads to one value only is a collection of it; nothing is an empty one.
        for element in collection.elementsWithNulls where (test.truth(element, right) == .yes) != wantsAll {
            return Truth(!wantsAll)
        }
        return Truth(wantsAll)
    }
}

extension ComparisonValue {
    /// The elements, empty ones among them, of a collection and of the collections in it.
    fileprivate var elementsWithNulls: [ComparisonValue] {
        guard case .collection(let elements) = self else { return isNull ? [] : [self] }
        guard elements.contains(where: { $0.elements != nil }) else { return elements }
        return elements.flatMap { $0.elements == nil ? [$0] : $0.elementsWithNulls }
    }
}
