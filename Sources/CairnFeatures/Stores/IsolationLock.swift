import Synchronization

/// A lock for code that may want other such locks while it runs: a scene's, or that of a store outside of
/// scenes.
///
/// Threads that hold such locks never wait for each other forever. If a thread wants a lock whose holder
/// waits, directly or through others, for a lock of that thread, the lock is lent to it. All threads of
/// the circle are stopped at a call into something that isn't theirs. So to the holder it is as if that
/// call had come back to it, as in a single thread. The holder goes on after the lock was given back.
///
/// `@unchecked Sendable`: `lenders` belongs to the thread that has the lock.
package final class IsolationLock: @unchecked Sendable {
  private let mutex = ThreadLock()
  /// The thread that has the lock; 0 if none has.
  private let holder = Atomic<UInt>(0)
  /// The threads that have lent it, and stand still until they have it back.
  private var lenders: [UInt] = []

  package init() {}

  /// Takes the lock on this thread, when it is free or lent.
  /// - Returns: Whether this thread has taken it with this call, and must give it back with ``leave()``;
  ///   false if it has it already.
  package func enter() -> Bool {
    let thread = CurrentThread.record
    guard holder.load(ordering: .relaxed) != thread.pointee.number else { return false }
    if !mutex.tryLock() {
      // A thread that has no other lock is in no circle.
      if thread.pointee.locks == 0 { mutex.lock() } else { waitOrBorrow(thread.pointee.number) }
    }
    thread.pointee.noteLock()
    holder.store(thread.pointee.number, ordering: .relaxed)
    return true
  }

  /// Takes the lock if it is free.
  package func tryEnter() -> Bool {
    guard mutex.tryLock() else { return false }
    let thread = CurrentThread.record
    thread.pointee.noteLock()
    holder.store(thread.pointee.number, ordering: .relaxed)
    return true
  }

  /// Gives the lock back, on the thread that has taken it.
  package func leave() {
    let thread = CurrentThread.record
    precondition(
      holder.load(ordering: .relaxed) == thread.pointee.number,
      "A state was passed 'inout' to an asynchronous function. Pass a value, and assign the result."
    )
    thread.pointee.locks -= 1
    guard lenders.isEmpty else { return holder.store(lenders.removeLast(), ordering: .relaxed) }
    holder.store(0, ordering: .relaxed)
    mutex.unlock()
  }

  /// Whether any thread has the lock.
  package var isHeld: Bool { holder.load(ordering: .relaxed) != 0 }

  /// Whether this thread has the lock.
  package var isHeldHere: Bool {
    holder.load(ordering: .relaxed) == CurrentThread.record.pointee.number
  }

  /// Whether another thread has lent the lock to this one, which has it.
  package var isLent: Bool { !lenders.isEmpty }

  /// Whether a thread that has another lock waits for this one.
  package var isAwaited: Bool {
    let waiting = WaitingThreads.shared
    return waiting.lock.withLock { waiting.wanted.values.contains { $0 === self } }
  }

  // MARK: Circles

  /// Waits for the lock, or borrows it where waiting would close a circle.
  private func waitOrBorrow(_ thread: UInt) {
    let waiting = WaitingThreads.shared
    let isBorrowed = waiting.lock.withLock {
      if leads(to: thread, waiting.wanted) {
        lenders.append(holder.load(ordering: .relaxed))
        return true
      }
      waiting.wanted[thread] = self
      return false
    }
    guard !isBorrowed else { return }
    mutex.lock()
    // Before this thread becomes the holder. Otherwise the search would end at this thread itself.
    waiting.lock.withLock { _ = waiting.wanted.removeValue(forKey: thread) }
  }

  /// Whether the holder waits for a lock of a thread, through whatever other threads.
  ///
  /// A thread is entered as waiting while it holds what it holds. So each step is certain if the next one is, and
  /// the last one is: this thread has the lock that it ends at.
  private func leads(to thread: UInt, _ wanted: [UInt: IsolationLock]) -> Bool {
    var lock = self
    for _ in 0...wanted.count {
      let holder = lock.holder.load(ordering: .relaxed)
      if holder == thread { return true }
      guard let next = wanted[holder] else { return false }
      lock = next
    }
    return false
  }
}

/// The threads that hold a lock and wait for another.
///
/// `@unchecked Sendable`: everything is used under its lock.
private final class WaitingThreads: @unchecked Sendable {
  static let shared = WaitingThreads()

  let lock = ThreadLock()
  /// What each of them waits for.
  var wanted: [UInt: IsolationLock] = [:]
}
