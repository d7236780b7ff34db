import Glibc
import Synchronization

/// Information about the current thread.
package enum CurrentThread {
  /// The data of a thread, which only that thread uses.
  package struct Record {
    /// The unique number of the thread. It's never 0 and never reused.
    package let number: UInt
    /// The number of isolation locks that the thread holds.
    package var locks = 0
    /// The number of times that the thread has taken an isolation lock while it held no other.
    package var turns: UInt = 0

    /// Records that the thread has taken an isolation lock.
    mutating func noteLock() {
      if locks == 0 { turns &+= 1 }
      locks += 1
    }
  }

  /// The period from when this thread takes its first isolation lock until it releases its last one.
  package struct Turn: Hashable, Sendable {
    private let thread: UInt
    private let number: UInt

    /// The current turn.
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

  /// The data of the current thread.
  ///
  /// It doesn't use `pthread_self()`, which glibc declares as constant. In an asynchronous function, the
  /// compiler may therefore call it before a suspension and use the result afterward, on another thread.
  package static var record: UnsafeMutablePointer<Record> {
    if let known = pthread_getspecific(key) { return known.assumingMemoryBound(to: Record.self) }
    let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    record.initialize(to: Record(number: count.add(1, ordering: .relaxed).newValue))
    pthread_setspecific(key, record)
    return record
  }
}
