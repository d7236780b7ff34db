/// The time that must pass between two actions of a throttled effect.
///
/// Use it only under the isolation of its store.
class ThrottleInterval {
  private var interval: Duration = .zero
  private var elapsed: (() -> Duration)?

  /// The remaining time of the interval. It's zero or negative if the interval is over.
  var remaining: Duration { elapsed.map { interval - $0() } ?? .zero }

  /// Starts a new interval.
  func begin(_ interval: Duration, clock: some Clock<Duration>) {
    let start = clock.now
    self.interval = interval
    elapsed = { start.duration(to: clock.now) }
  }

  /// Whether the interval no longer affects any action.
  var isOver: Bool { remaining <= .zero }
}

/// An interval, and the action that's held until the interval ends.
final class ThrottleWindow<Action>: ThrottleInterval {
  private var waiting: (action: Action, effect: RunningEffect)?

  /// The held action, or `nil` if there is no such action or if it was canceled.
  var held: Action? {
    guard let waiting, waiting.effect.isLive else { return nil }
    return waiting.action
  }

  /// Returns the held action if its effect was live until the latest cancellation.
  ///
  /// - Parameter scopes: The scopes that this cancellation has canceled.
  func held(canceledWith scopes: [CancellationScope]) -> Action? {
    guard let waiting, waiting.effect.isLive(apartFrom: scopes) else { return nil }
    return waiting.action
  }

  func hold(_ action: Action, by effect: RunningEffect) {
    waiting = (action, effect)
  }

  func replaceHeld(by action: Action) {
    waiting?.action = action
  }

  func drop() {
    waiting = nil
  }

  /// Removes and returns the held action, or returns `nil` if another effect has replaced it.
  ///
  /// - Parameter effect: The effect that waits to send the action.
  func take(by effect: RunningEffect?) -> Action? {
    guard let waiting, waiting.effect === effect else { return nil }
    self.waiting = nil
    return waiting.action
  }

  override var isOver: Bool { super.isOver && held == nil }
}
