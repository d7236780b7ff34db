import Synchronization

/// Shared values as they were at a moment, with changes that only this view has.
package final class SharedView: Sendable {
  package let log: SharedChangeLog
  package let moment: Int
  /// By the numbers of boxes.
  private let changes = Mutex<[Int: SharedValue<Any>]>([:])

  package init(_ log: SharedChangeLog, at moment: Int) {
    self.log = log
    self.moment = moment
  }

  func value<Value>(of box: SharedBox<Value>) -> Value {
    if let change = changes.withLock({ [number = box.number] in $0[number] }),
      let value = change.base as? Value
    {
      return value
    }
    // In this order: a change is noted before it is there.
    let live = box.live
    return log.value(of: box, at: moment) ?? live
  }

  func set<Value>(_ value: Value, of box: SharedBox<Value>) {
    let change = SharedValue<Any>(value)
    changes.withLock { [number = box.number] in $0[number] = change }
  }

  /// Whether a value was written in this view, and by others too between two moments.
  package func repeatsWrite(since before: SharedView, until after: SharedView) -> Bool {
    let numbers = changes.withLock { Array($0.keys) }
    return numbers.contains { log.wasWritten($0, from: before.moment, to: after.moment) }
  }

  /// Whether something was changed in this view.
  var hasChanges: Bool { changes.withLock { !$0.isEmpty } }
}
