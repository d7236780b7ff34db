import Synchronization

/// What shared values were before they changed: from this a test knows what they were at any moment
/// since the log was made.
package final class SharedChangeLog: Sendable {
  private struct Change: Sendable {
    let moment: Int
    let before: SharedValue<Any>
  }

  private struct Content: Sendable {
    var moment = 0
    /// By the numbers of boxes: a log does not keep what it tells of.
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

  /// Begins a moment: what changes from here on is later than it.
  package func capture() -> Int {
    content.withLock { content in
      content.moment += 1
      return content.moment
    }
  }

  /// Whether anything changed since a moment.
  package func hasChanges(since moment: Int) -> Bool {
    content.withLock { content in
      content.changes.values.contains { changes in
        changes.last.map { $0.moment >= moment } ?? false
      }
    }
  }

  /// Whether the value of a box was written between two moments, to whatever value.
  func wasWritten(_ number: Int, from start: Int, to end: Int) -> Bool {
    content.withLock { content in
      content.changes[number]?.contains { (start..<end).contains($0.moment) } ?? false
    }
  }

  /// What a value was at a moment; nil where it has not changed since.
  func value<Value>(of box: SharedBox<Value>, at moment: Int) -> Value? {
    let change = content.withLock { [number = box.number] content in
      content.changes[number]?.first { $0.moment >= moment }
    }
    // Without this an optional that has not changed would be one that was nil.
    guard let change else { return nil }
    return change.before.base as? Value
  }

  /// Tells all logs that a value is about to change.
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
      // The first change of a moment says what was before it; later ones say no more.
      guard content.changes[id]?.last?.moment != content.moment else { return }
      content.changes[id, default: []].append(
        Change(moment: content.moment, before: before))
    }
  }
}
