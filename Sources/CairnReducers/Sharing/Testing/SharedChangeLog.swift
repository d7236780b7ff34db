import Synchronization

/// A log of the previous values of shared values. It provides their values at any checkpoint since the log was created.
package final class SharedChangeLog: Sendable {
  private struct Change: Sendable {
    let checkpoint: Int
    let before: SharedValue<Any>
  }

  private struct Content: Sendable {
    var checkpoint = 0
    /// The changes by the numbers of their boxes, so that the log doesn't retain the boxes.
    var changes: [Int: [Change]] = [:]
  }

  private struct Weak: Sendable {
    weak var log: SharedChangeLog?
  }

  private static let logs = Mutex<[ObjectIdentifier: Weak]>([:])

  private let content = Mutex(Content())

  package init() {
    Self.logs.withLock { $0[ObjectIdentifier(self)] = Weak(log: self) }
    SharedContext.users.add(1, ordering: .relaxed)
  }

  deinit {
    SharedContext.users.subtract(1, ordering: .relaxed)
    _ = Self.logs.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  /// Begins a new checkpoint. Subsequent changes belong to this checkpoint or a later one.
  ///
  /// - Returns: The new checkpoint.
  package func capture() -> Int {
    content.withLock { content in
      content.checkpoint += 1
      return content.checkpoint
    }
  }

  /// Returns whether any value has changed since a checkpoint.
  package func hasChanges(since checkpoint: Int) -> Bool {
    content.withLock { content in
      content.changes.values.contains { changes in
        changes.last.map { $0.checkpoint >= checkpoint } ?? false
      }
    }
  }

  /// Returns whether the value of a box was written between two checkpoints, even if it wasn't changed.
  func wasWritten(_ number: Int, from start: Int, to end: Int) -> Bool {
    content.withLock { content in
      content.changes[number]?.contains { (start..<end).contains($0.checkpoint) } ?? false
    }
  }

  /// Returns the value at a checkpoint, or `nil` if it hasn't changed since then.
  func value<Value>(of box: SharedBox<Value>, at checkpoint: Int) -> Value? {
    let change = content.withLock { [number = box.number] content in
      content.changes[number]?.first { $0.checkpoint >= checkpoint }
    }
    // Without this check, an optional value that hasn't changed would be returned as an optional that was `nil`.
    guard let change else { return nil }
    return change.before.base as? Value
  }

  /// Records in all logs that a value is about to change.
  static func note<Value>(_ box: SharedBox<Value>, before value: @autoclosure () -> Value) {
    guard SharedContext.isUsed else { return }
    let logs = logs.withLock { $0.values.compactMap(\.log) }
    guard !logs.isEmpty else { return }
    let value = value()
    for log in logs { log.note(box, value) }
  }

  private func note<Value>(_ box: SharedBox<Value>, _ before: Value) {
    let id = box.number
    let before = SharedValue<Any>(before)
    content.withLock { content in
      // Only the first change in a checkpoint is needed, because it contains the value before that checkpoint.
      guard content.changes[id]?.last?.checkpoint != content.checkpoint else { return }
      content.changes[id, default: []].append(
        Change(checkpoint: content.checkpoint, before: before))
    }
  }
}
