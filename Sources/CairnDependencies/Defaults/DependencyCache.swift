internal import Foundation
internal import Synchronization

/// The defaults that were computed in one context, each once.
///
/// Reading takes no lock: a pointer leads to an immutable table. Who adds a default publishes a
/// new table; the former ones are kept until the cache goes, so nobody reads a freed one. There
/// are as many tables as there are keys that were ever read, a small number.
final class DependencyCache: Sendable {
  private final class Table: Sendable {
    let boxes: [ObjectIdentifier: any AnyObject & Sendable]

    init(_ boxes: [ObjectIdentifier: any AnyObject & Sendable]) {
      self.boxes = boxes
    }
  }

  private struct State: Sendable {
    var tables: [Table]
    /// One lock for each key that was ever missed. A lock of its own for each, because a default
    /// may read others; recursive, because one that reads itself should overflow, not hang.
    var locks: [ObjectIdentifier: NSRecursiveLock] = [:]
  }

  /// Points to the last of the tables.
  private let table: Atomic<Unmanaged<Table>>
  private let state: Mutex<State>

  init() {
    let empty = Table([:])
    table = Atomic(Unmanaged.passUnretained(empty))
    state = Mutex(State(tables: [empty]))
  }

  /// The box of a key, or nil where its default was never computed.
  func box(for id: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    // The table is retained by `state` for as long as this cache lives.
    table.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0.boxes[id] }
  }

  /// The value of a key. Computes it where it is missing; others that ask for it meanwhile wait.
  ///
  /// - Parameter compute: Makes the value, and says whether to keep it.
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

  /// Adds the box of a key unless there is one, and says whether it was added.
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
