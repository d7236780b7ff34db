internal import Foundation
internal import Synchronization

/// A cache of the default values in one context. Each value is computed once.
///
/// Reading doesn't take a lock, because an atomic pointer refers to an immutable table. Adding a value
/// publishes a new table. Earlier tables are kept as long as the cache, so that readers never access a released
/// one. There are as many tables as keys that were ever read, which is a small number.
final class DependencyCache: Sendable {
  private final class Table: Sendable {
    let boxes: [ObjectIdentifier: any AnyObject & Sendable]

    init(_ boxes: [ObjectIdentifier: any AnyObject & Sendable]) {
      self.boxes = boxes
    }
  }

  private struct State: Sendable {
    var tables: [Table]
    /// The locks of the keys, created when a value is first missing.
    ///
    /// Each key has its own lock, because computing a default value may read others. The locks are recursive,
    /// so that a value that reads itself overflows the stack instead of deadlocking.
    var locks: [ObjectIdentifier: NSRecursiveLock] = [:]
  }

  /// A pointer to the last of the tables.
  private let table: Atomic<Unmanaged<Table>>
  private let state: Mutex<State>

  init() {
    let empty = Table([:])
    table = Atomic(Unmanaged.passUnretained(empty))
    state = Mutex(State(tables: [empty]))
  }

  /// Returns the box of a key, or `nil` if its default value hasn't been computed.
  func box(for id: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    // `state` retains the table as long as this cache exists.
    table.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0.boxes[id] }
  }

  /// Returns the value of a key, and computes it if it's missing. Other callers for the same key wait in the
  /// meantime.
  ///
  /// - Parameters:
  ///   - id: The identifier of the key.
  ///   - compute: Returns the value, and whether to cache it.
  func value<Value: Sendable>(
    for id: ObjectIdentifier,
    compute: () -> (value: Value, keep: Bool)
  ) -> Value {
    if let box = box(for: id) { return unsafeDowncast(box, to: DependencyBox<Value>.self).value }
    let lock = state.withLock { state in
      let lock = state.locks[id] ?? NSRecursiveLock()
      state.locks[id] = lock
      return lock
    }
    return lock.withLock {
      if let box = box(for: id) { return unsafeDowncast(box, to: DependencyBox<Value>.self).value }
      let (value, keep) = compute()
      if keep { _ = prepare(DependencyBox(value), for: id) }
      return value
    }
  }

  /// Adds the box of a key, unless there already is one.
  /// - Returns: Whether the box was added.
  func prepare(_ box: any AnyObject & Sendable, for id: ObjectIdentifier) -> Bool {
    state.withLock { state in
      var boxes = state.tables.last?.boxes ?? [:]
      guard boxes[id] == nil else { return false }
      boxes[id] = box
      let next = Table(boxes)
      state.tables.append(next)
      table.store(Unmanaged.passUnretained(next), ordering: .releasing)
      return true
    }
  }
}
