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
  private var waiting: (action: Action, effect: RunningEffect, owner: ObjectIdentifier)?

  /// What waits, if it was not cancelled meanwhile.
  var held: Action? {
    guard let waiting, waiting.effect.isLive else { return nil }
    return waiting.action
  }

  func hold(_ action: Action, by effect: RunningEffect, of owner: AnyObject) {
    waiting = (action, effect, ObjectIdentifier(owner))
  }

  func replaceHeld(by action: Action) {
    waiting?.action = action
  }

  func drop() {
    waiting = nil
  }

  /// What waits, for who made it wait; nil where another has taken its place.
  func take(by owner: AnyObject) -> Action? {
    guard let waiting, waiting.owner == ObjectIdentifier(owner) else { return nil }
    self.waiting = nil
    return waiting.action
  }

  override var isOver: Bool { super.isOver && held == nil }
}
