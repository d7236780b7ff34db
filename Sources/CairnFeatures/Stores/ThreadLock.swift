public import Glibc

/// A lock of a thread, for what is locked and unlocked in two places.
///
/// `NSLock` takes two mutexes and wakes a condition whenever it is unlocked (Foundation on Linux), which
/// is most of what a write to a model costs; `Mutex` can not be held over two calls, and is unknown to the
/// thread sanitizer.
///
/// `@unchecked Sendable`: the mutex is made for that, and never moves.
public final class ThreadLock: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  public init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inlinable
  public func lock() { pthread_mutex_lock(mutex) }

  /// Locks, where nobody has locked; answers whether it has.
  public func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  @inlinable
  public func unlock() { pthread_mutex_unlock(mutex) }

  @inlinable
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
