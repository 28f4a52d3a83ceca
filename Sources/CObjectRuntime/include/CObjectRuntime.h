#ifndef C_OBJECT_RUNTIME_H
#define C_OBJECT_RUNTIME_H

/// Retains a Swift object unless its deallocation has begun.
///
/// Part of the Swift runtime's stable interface (`swift_tryRetain`, used by
/// the runtime itself to load weak references). The caller guarantees that the
/// object's memory has not been freed yet: the engine's registry does, because
/// an object takes its lock in `deinit` before its memory goes.
/// - Returns: the object, retained, or NULL when it is being deallocated.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
