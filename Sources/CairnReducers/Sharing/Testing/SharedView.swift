import Synchronization

/// Shared values as they were at a checkpoint, with changes that are only visible in this view.
package final class SharedView: Sendable {
  package let log: SharedChangeLog
  package let checkpoint: Int
  /// The changes by the numbers of their boxes.
  private let changes = Mutex<[Int: SharedValue<Any>]>([:])

  package init(_ log: SharedChangeLog, at checkpoint: Int) {
    self.log = log
    self.checkpoint = checkpoint
  }

  func value<Value>(of box: SharedBox<Value>) -> Value {
    if let change = changes.withLock({ [number = box.number] in $0[number] }),
      let value = change.base as? Value
    {
      return value
    }
    // The live value must be read first, because a change is logged before it's applied.
    let live = box.live
    return log.value(of: box, at: checkpoint) ?? live
  }

  func set<Value>(_ value: Value, of box: SharedBox<Value>) {
    let change = SharedValue<Any>(value)
    changes.withLock { [number = box.number] in $0[number] = change }
  }

  /// Returns whether a value was written in this view, and also by other code between two checkpoints.
  package func repeatsWrite(since before: SharedView, until after: SharedView) -> Bool {
    let numbers = changes.withLock { Array($0.keys) }
    return numbers.contains { log.wasWritten($0, from: before.checkpoint, to: after.checkpoint) }
  }

  /// Whether values were changed in this view.
  var hasChanges: Bool { changes.withLock { !$0.isEmpty } }
}
