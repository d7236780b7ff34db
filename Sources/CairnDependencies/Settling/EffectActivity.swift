internal import Synchronization

/// The state of a running effect, which is either working or waiting.
///
/// A response waits for effects that are working. It doesn't wait for an effect that waits for a timer or for the
/// next element of a stream. Only waits in the effect's own task count. Its child tasks may be working while another
/// child waits, so an effect that waits for child tasks counts as working.
package final class EffectActivity: Sendable {
  /// The activity of the effect that the current task belongs to.
  ///
  /// The current task can be the effect's own task, one of its child tasks, or a task that they created.
  @TaskLocal package static var current: EffectActivity?

  package enum Change: Sendable {
    /// The effect is waiting, until a given time if it's known.
    case waits(until: ContinuousClock.Instant?)
    /// The effect is waiting for a change in its own store. Without an action or a write from elsewhere, it
    /// waits forever.
    case listens
    case works
    case ended
  }

  private struct State {
    /// The identity of the effect's own task while it runs.
    var task: Int?
    /// The number of nested waits. Only the outermost wait counts.
    var depth = 0
  }

  /// The identity of the isolation that tracks the effect, which is the isolation of its store.
  package let isolation: ObjectIdentifier
  /// Whether the effect is the work of a visible view, or was started by such work.
  ///
  /// It continues as long as the view is visible, and users haven't requested its result.
  package let isOfView: Bool
  private let state = Mutex(State())
  private let onChange: @Sendable (EffectActivity, Change) -> Void

  package init(
    isolation: AnyObject, isOfView: Bool = false,
    onChange: @escaping @Sendable (EffectActivity, Change) -> Void
  ) {
    self.isOfView = isOfView || Self.current?.isOfView == true
    self.isolation = ObjectIdentifier(isolation)
    self.onChange = onChange
  }

  /// Runs the work of an effect in the current task.
  package nonisolated(nonsending) static func run(
    _ activity: EffectActivity?, _ work: nonisolated(nonsending) () async -> Void
  ) async {
    activity?.begin()
    await $current.withValue(activity) { await work() }
    activity?.end()
  }

  private func begin() {
    let task = Self.task
    state.withLock { $0.task = task }
  }

  private func end() {
    state.withLock { $0.task = nil }
    onChange(self, .ended)
  }

  /// Records that the effect was canceled. If it's waiting, it's about to resume and end.
  package func noteCancellation() {
    if state.withLock({ $0.depth > 0 }) { onChange(self, .works) }
  }

  private static var task: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  // MARK: Waiting

  /// A wait that has begun.
  package struct Wait: Sendable {
    fileprivate let activity: EffectActivity

    /// Ends the wait. The effect is then working again.
    package func end() {
      let isOver = activity.state.withLock { state in
        state.depth -= 1
        return state.depth == 0
      }
      if isOver { activity.onChange(activity, .works) }
    }
  }

  /// Records that an effect waits, if the current task is the effect's own. Returns `nil` in any other task.
  /// - Parameters:
  ///   - wake: The time at which the wait ends, if it's known.
  ///   - isListening: Whether the effect waits for a change in its own store.
  package static func beginWait(
    until wake: ContinuousClock.Instant? = nil, isListening: Bool = false
  ) -> Wait? {
    guard let activity = current else { return nil }
    let task = task
    let depth: Int? = activity.state.withLock { state in
      guard state.task == task else { return nil }
      state.depth += 1
      return state.depth
    }
    guard let depth else { return nil }
    if depth == 1 { activity.onChange(activity, isListening ? .listens : .waits(until: wake)) }
    return Wait(activity: activity)
  }
}
