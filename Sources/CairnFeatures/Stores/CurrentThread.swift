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
    /// How often the thread has taken a lock of an isolation while it had none.
    package var turns: UInt = 0

    /// Notes that the thread has taken a lock of an isolation.
    mutating func noteLock() {
      if locks == 0 { turns &+= 1 }
      locks += 1
    }
  }

  /// The time from when this thread took its first lock of an isolation until it gives back its last one.
  package struct Turn: Hashable, Sendable {
    private let thread: UInt
    private let number: UInt

    /// The current one.
    package static var current: Self {
      let record = CurrentThread.record.pointee
      return Self(thread: record.number, number: record.turns)
    }
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
