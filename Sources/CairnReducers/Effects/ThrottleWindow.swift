/// The time that has to pass between two actions of a throttled effect.
///
/// Used under the isolation of its store.
class ThrottleInterval {
  private var interval: Duration = .zero
  private var elapsed: (() -> Duration)?

  /// How long it still lasts; zero or less where it is over.
  var remaining: Duration { elapsed.map { interval - $0() } ?? .zero }

  /// Begins anew.
  func begin(_ interval: Duration, clock: some Clock<Duration>) {
    let start = clock.now
    self.interval = interval
    elapsed = { start.duration(to: clock.now) }
  }

  /// Whether it makes no difference any more.
  var isOver: Bool { remaining <= .zero }
}

/// An interval, and the action that waits for its end.
final class ThrottleWindow<Action>: ThrottleInterval {
  private var waiting: (action: Action, effect: RunningEffect)?

  /// What waits, if it was not cancelled meanwhile.
  var held: Action? {
    guard let waiting, waiting.effect.isLive else { return nil }
    return waiting.action
  }

  /// What waits in scopes that were live until the latest cancellation.
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

  /// What waits, for the effect that makes it wait; nil where another one has taken its place.
  func take(by effect: RunningEffect?) -> Action? {
    guard let waiting, waiting.effect === effect else { return nil }
    self.waiting = nil
    return waiting.action
  }

  override var isOver: Bool { super.isOver && held == nil }
}
