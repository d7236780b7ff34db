internal import Synchronization

/// Whether an effect works or waits, while it runs.
///
/// Who answers a request waits for effects that work; one that waits for a timer or for the next
/// element of a stream has settled. What the effect's own task waits for counts: its child tasks may
/// work while one of them waits, so an effect that waits for child tasks works.
package final class EffectActivity: Sendable {
  /// That of the effect whose task this is, or a child of it, or one that it has made.
  @TaskLocal package static var current: EffectActivity?

  package enum Change: Sendable {
    /// It waits, until a time where that is known.
    case waits(until: ContinuousClock.Instant?)
    /// It waits for what its own store does: without an action or a write elsewhere it waits for ever.
    case listens
    case works
    case ended
  }

  private struct State {
    /// Tells the effect's own task from others, while it runs.
    var task: Int?
    /// How many waits lie in one another; the outermost counts.
    var depth = 0
  }

  /// What counts the effect: that of its store.
  package let isolation: ObjectIdentifier
  /// Whether it is the work of a visible view, or follows from it: it goes on as long as the view is there, and
  /// nobody has asked for what it brings.
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

  /// Runs an effect's work in its own task.
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

  /// Notes that the effect was cancelled: where it waits, it is about to go on, and to end.
  package func noteCancellation() {
    if state.withLock({ $0.depth > 0 }) { onChange(self, .works) }
  }

  private static var task: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  // MARK: Waiting

  /// A wait that has begun.
  package struct Wait: Sendable {
    fileprivate let activity: EffectActivity

    /// Ends the wait: the effect works again.
    package func end() {
      let isOver = activity.state.withLock { state in
        state.depth -= 1
        return state.depth == 0
      }
      if isOver { activity.onChange(activity, .works) }
    }
  }

  /// Notes that the effect whose own task this is waits; nil in any other task.
  /// - Parameters:
  ///   - wake: When it ends, where that is known.
  ///   - isListening: Whether it waits for what its own store does.
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
