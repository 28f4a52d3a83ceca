import Foundation

/// The context whose block runs on the current thread.
enum CurrentContext {
    private static let key = pthreadKey()

    private static func pthreadKey() -> pthread_key_t {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }

    /// Set by a context around each of its blocks, and put back after it, so it never outlives the block.
    static var value: NSManagedObjectContext? {
        get {
            pthread_getspecific(key).map {
                Unmanaged<NSManagedObjectContext>.fromOpaque($0).takeUnretainedValue()
            }
        }
        set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
    }
}
