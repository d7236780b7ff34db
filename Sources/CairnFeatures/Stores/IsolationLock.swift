import Synchronization

/// A lock for code that may take other such locks, such as a scene's lock or the lock of a store outside of
/// scenes.
///
/// These locks don't deadlock with each other. Assume that a thread requests a lock whose holder waits,
/// directly or through other threads, for a lock of that thread. The holder then lends the lock to the thread.
/// All threads in the cycle are blocked in a call into code under another lock. To the holder, it looks as if
/// that call had called back into its own code, as on a single thread. The holder continues after the lock was
/// returned.
///
/// `@unchecked Sendable`: Only the thread that holds the lock uses `lenders`.
package final class IsolationLock: @unchecked Sendable {
  private let mutex = ThreadLock()
  /// The number of the thread that holds the lock, or 0 if the lock is free.
  private let holder = Atomic<UInt>(0)
  /// The threads that have lent the lock, and are blocked until it's returned.
  private var lenders: [UInt] = []

  package init() {}

  /// Takes the lock on this thread, as soon as it's free or lent.
  /// - Returns: Whether this call has taken the lock. If so, call ``leave()`` afterward. It's `false` if the
  ///   thread already held the lock.
  package func enter() -> Bool {
    let thread = CurrentThread.record
    guard holder.load(ordering: .relaxed) != thread.pointee.number else { return false }
    if !mutex.tryLock() {
      // A thread without other locks can't be part of a cycle.
      if thread.pointee.locks == 0 { mutex.lock() } else { waitOrBorrow(thread.pointee.number) }
    }
    thread.pointee.noteLock()
    holder.store(thread.pointee.number, ordering: .relaxed)
    return true
  }

  /// Takes the lock if it's free.
  /// - Returns: Whether this call has taken the lock.
  package func tryEnter() -> Bool {
    guard mutex.tryLock() else { return false }
    let thread = CurrentThread.record
    thread.pointee.noteLock()
    holder.store(thread.pointee.number, ordering: .relaxed)
    return true
  }

  /// Releases or returns the lock. It must be called on the thread that took the lock.
  package func leave() {
    let thread = CurrentThread.record
    precondition(
      holder.load(ordering: .relaxed) == thread.pointee.number,
      "State was passed 'inout' to an asynchronous function. Pass a copy, and assign the result."
    )
    thread.pointee.locks -= 1
    guard lenders.isEmpty else { return holder.store(lenders.removeLast(), ordering: .relaxed) }
    holder.store(0, ordering: .relaxed)
    mutex.unlock()
  }

  /// Whether any thread holds the lock.
  package var isHeld: Bool { holder.load(ordering: .relaxed) != 0 }

  /// Whether the current thread holds the lock.
  package var isHeldHere: Bool {
    holder.load(ordering: .relaxed) == CurrentThread.record.pointee.number
  }

  /// Whether another thread has lent the lock to the thread that holds it.
  package var isLent: Bool { !lenders.isEmpty }

  /// Whether a thread that holds another lock is waiting for this one.
  package var isAwaited: Bool {
    let waiting = WaitingThreads.shared
    return waiting.lock.withLock { waiting.wanted.values.contains { $0 === self } }
  }

  // MARK: Cycles

  /// Waits for the lock, or borrows it if waiting would complete a cycle.
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
    // Do this before the thread becomes the holder. Otherwise, a search would end at this thread itself.
    waiting.lock.withLock { _ = waiting.wanted.removeValue(forKey: thread) }
  }

  /// Returns whether the holder waits, directly or through other threads, for a lock of a given thread.
  ///
  /// A thread is registered as waiting while it holds its locks. Each step of the search is therefore valid if
  /// the next one is valid. The last step is valid, because the given thread holds the lock at which the search
  /// ends.
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
/// `@unchecked Sendable`: Everything is used under its lock.
private final class WaitingThreads: @unchecked Sendable {
  static let shared = WaitingThreads()

  let lock = ThreadLock()
  /// The lock that each thread waits for.
  var wanted: [UInt: IsolationLock] = [:]
}
