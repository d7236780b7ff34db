import Glibc
import Synchronization

/// What is known of this thread.
package enum CurrentThread {
  /// Used by its thread alone.
  package struct Record {
    /// A number that no other thread has or had; never 0.
    package let number: UInt
    /// How many locks of isolations the thread has.
    package var locks = 0
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { $0?.deallocate() }
    return key
  }()

  private static let count = Atomic<UInt>(0)

  /// The record of this thread.
  ///
  /// Not `pthread_self()`: glibc declares that constant, so in an asynchronous function the compiler may
  /// ask before a suspension and believe the answer after it, on another thread.
  package static var record: UnsafeMutablePointer<Record> {
    if let known = pthread_getspecific(key) { return known.assumingMemoryBound(to: Record.self) }
    let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    record.initialize(to: Record(number: count.add(1, ordering: .relaxed).newValue))
    pthread_setspecific(key, record)
    return record
  }
}
