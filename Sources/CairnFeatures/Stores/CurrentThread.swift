import Glibc
import Synchronization

/// What tells this thread from others.
package enum CurrentThread {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private static let count = Atomic<UInt>(0)

  /// A number that no other thread has; never 0.
  ///
  /// Not `pthread_self()`: glibc declares that constant, so in an asynchronous function the compiler may
  /// ask before a suspension and believe the answer after it, on another thread.
  package static var number: UInt {
    let known = UInt(bitPattern: pthread_getspecific(key))
    if known != 0 { return known }
    let number = count.add(1, ordering: .relaxed).newValue
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
    return number
  }
}
