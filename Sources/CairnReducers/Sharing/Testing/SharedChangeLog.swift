import Synchronization

/// A log of the previous values of shared values. It provides their values at any moment since the log was created.
package final class SharedChangeLog: Sendable {
  private struct Change: Sendable {
    let moment: Int
    let before: SharedValue<Any>
  }

  private struct Content: Sendable {
    var moment = 0
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

  /// Begins a new moment. Subsequent changes belong to this moment or a later one.
  ///
  /// - Returns: The new moment.
  package func capture() -> Int {
    content.withLock { content in
      content.moment += 1
      return content.moment
    }
  }

  /// Returns whether any value has changed since a moment.
  package func hasChanges(since moment: Int) -> Bool {
    content.withLock { content in
      content.changes.values.contains { changes in
        changes.last.map { $0.moment >= moment } ?? false
      }
    }
  }

  /// Returns whether the value of a box was written between two moments, even if it wasn't changed.
  func wasWritten(_ number: Int, from start: Int, to end: Int) -> Bool {
    content.withLock { content in
      content.changes[number]?.contains { (start..<end).contains($0.moment) } ?? false
    }
  }

  /// Returns the value at a moment, or `nil` if it hasn't changed since then.
  func value<Value>(of box: SharedBox<Value>, at moment: Int) -> Value? {
    let change = content.withLock { [number = box.number] content in
      content.changes[number]?.first { $0.moment >= moment }
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
      // Only the first change in a moment is needed, because it contains the value before that moment.
      guard content.changes[id]?.last?.moment != content.moment else { return }
      content.changes[id, default: []].append(
        Change(moment: content.moment, before: before))
    }
  }
}
