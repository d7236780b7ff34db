import CairnFeatures
import Synchronization

/// Issues that result from overlapping changes.
extension SharedBox {
  /// Reports that a change was lost because of another one at the same time.
  func reportOverlap(at location: _IssueLocation) {
    let other =
      lastChange.withLock { $0 }.map { "The other change was made at \($0.fileID):\($0.line)." }
      ?? "The other value was loaded from the key's storage."
    location.report(
      """
      A shared value was changed elsewhere while a 'withLock' closure was changing it, so the other \
      change was lost.

        Other value:
          \(Issue.dumped(live))

      \(other) This happens if the closure waits for another scene or store whose thread waits for this \
      change, or if the closure loads the value. Read the values you need before calling 'withLock', and \
      don't call other scenes or stores in its closure.
      """)
  }

  /// Reports that a change inside another one was lost.
  func reportNestedChange(at location: _IssueLocation) {
    location.report(
      """
      A shared value was changed inside another change of the same value, so the inner change was lost.

        Value:
          \(Issue.dumped(live))

      Use only the value that the outer 'withLock' passes to its closure. A projection, such as \
      '$settings.name', is part of the same value.
      """)
  }
}
