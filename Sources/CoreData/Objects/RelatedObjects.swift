/// What an object holds of its relationships once they were followed: for a to-one the destination, for a
/// to-many its ``ToManyValue``; by the relationship's index.
final class RelatedObjects: ManagedBuffer<Int, AnyObject?> {
    static func make(count: Int) -> RelatedObjects {
        let buffer = RelatedObjects.create(minimumCapacity: count) { _ in count }
        buffer.withUnsafeMutablePointerToElements { $0.initialize(repeating: nil, count: count) }
        // `create` makes an instance of the class it is called on.
        return unsafeDowncast(buffer, to: RelatedObjects.self)
    }

    deinit {
        _ = withUnsafeMutablePointers { count, elements in elements.deinitialize(count: count.pointee) }
    }

    @inline(__always) subscript(index: Int) -> AnyObject? {
        get { withUnsafeMutablePointerToElements { $0[index] } }
        set { withUnsafeMutablePointerToElements { $0[index] = newValue } }
    }
}
