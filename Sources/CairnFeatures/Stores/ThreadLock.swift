public import Glibc

/// A lock that can be locked and unlocked in different functions.
///
/// On Linux, Foundation's `NSLock` takes two mutexes and signals a condition for each unlock, which is most of
/// a model write's cost. `Mutex` can't be held across two calls, and the thread sanitizer doesn't support it.
///
/// `@unchecked Sendable`: A mutex is designed for concurrent use, and it never moves in memory.
public final class ThreadLock: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Creates an unlocked lock.
  public init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits until the lock is available, and locks it.
  @inlinable
  public func lock() { pthread_mutex_lock(mutex) }

  /// Locks if the lock is available, without waiting.
  /// - Returns: Whether the lock was taken.
  public func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  /// Unlocks. It must be called on the thread that locked.
  @inlinable
  public func unlock() { pthread_mutex_unlock(mutex) }

  /// Runs a closure while the lock is held, and returns its result.
  @inlinable
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
