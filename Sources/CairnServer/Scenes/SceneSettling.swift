import CairnDependencies
import CairnFeatures
import Synchronization

/// Tracks which of a scene's effects are waiting, and since when that hasn't changed.
///
/// Its lock is acquired in the effects' own tasks, and by threads that hold the scene's lock, never the other way
/// around.
final class SceneSettling: Sendable {
  fileprivate struct Effect {
    let place: EffectPlace?
    var isWaiting = false
    /// Whether the effect is waiting for a change in the scene's own stores.
    var isListening = false
    /// Whether the effect is the work of a view, or is a result of such work.
    var isOfView = false
    var wake: ContinuousClock.Instant?

    /// Returns whether the effect stays inactive until a deadline.
    func waits(until deadline: ContinuousClock.Instant) -> Bool {
      isWaiting && wake.map { $0 > deadline } ?? true
    }
  }

  fileprivate struct State {
    var effects: [ObjectIdentifier: Effect] = [:]
    /// Counts the events after which an effect may have something to do.
    var epoch: UInt64 = 0
    /// The epoch of the last check after which all effects had their turn.
    var seen: UInt64?
    /// Whether a request waits for effects, and whether they are being checked.
    var isAwaited = false
    var isLooking = false
  }

  /// The result of a check of the effects.
  enum Look {
    /// There were no events since the check began. Requests that waited for settled effects continue.
    case settled
    /// There were events, so the effects must be checked again.
    case again
    /// An effect is working. The effects are checked again at the next wait.
    case working
  }

  private let state = Mutex(State())
  /// The longest sleep that counts as work, or `nil` if each sleep that ends before the deadline does.
  private let longestPause: Duration?

  init(longestPause: Duration? = nil) {
    self.longestPause = longestPause
  }

  /// Adds an effect that starts.
  func begin(_ activity: EffectActivity, at place: EffectPlace?) {
    state.withLock {
      $0.effects[ObjectIdentifier(activity)] = Effect(place: place, isOfView: activity.isOfView)
    }
  }

  /// Records a change of an effect. Returns whether the effects must be checked.
  func note(_ change: EffectActivity.Change, of activity: EffectActivity) -> Bool {
    let id = ObjectIdentifier(activity)
    return state.withLock { state in
      state.epoch += 1
      switch change {
      case .waits(let wake):
        state.effects[id]?.isWaiting = true
        state.effects[id]?.wake = isPause(until: wake) ? wake : nil
        return state.beginLook()
      case .listens:
        state.effects[id]?.isWaiting = true
        state.effects[id]?.isListening = true
        state.effects[id]?.wake = nil
        return state.beginLook()
      case .works:
        state.effects[id]?.isWaiting = false
        state.effects[id]?.isListening = false
      case .ended: state.effects[id] = nil
      }
      return false
    }
  }

  /// Returns whether a sleep until a time may count as work.
  private func isPause(until wake: ContinuousClock.Instant?) -> Bool {
    guard let wake, let longestPause else { return true }
    return wake - .now <= longestPause
  }

  /// Records that no effect's job is ready or running. Returns whether the effects must be checked.
  func noteIdle() -> Bool {
    state.withLock { state in
      state.epoch += 1
      return state.beginLook()
    }
  }

  /// Records an action, after which an effect may have something to do.
  func noteAction() {
    state.withLock { $0.epoch += 1 }
  }

  /// Records a change in the number of running effects. Returns whether the effects must be checked.
  func note(running: Int) -> Bool {
    state.withLock { state in
      state.epoch += 1
      return running > 0 && state.beginLook()
    }
  }

  /// Records whether a request waits for effects. Returns whether the effects must be checked.
  func note(isAwaited: Bool) -> Bool {
    state.withLock { state in
      state.isAwaited = isAwaited
      return state.beginLook()
    }
  }

  /// The number of events so far after which an effect may have something to do.
  var epoch: UInt64 { state.withLock(\.epoch) }

  /// Evaluates a check of the effects that began at an epoch.
  func conclude(since epoch: UInt64, running: Int) -> Look {
    state.withLock { state in
      let isOver = state.epoch == epoch
      if isOver { state.seen = epoch }
      let mayHaveSettled = state.effects.values.count(where: \.isWaiting) >= running
      state.isLooking = !isOver && mayHaveSettled && state.isAwaited
      return isOver ? .settled : state.isLooking ? .again : .working
    }
  }

  /// Returns whether all effects stay inactive until a deadline, and have had their turn since the last event.
  func isSettled(until deadline: ContinuousClock.Instant, running: Int) -> Bool {
    running == 0
      || state.withLock { state in
        state.seen == state.epoch
          && state.effects.values.count { $0.waits(until: deadline) } >= running
      }
  }

  /// The number of effects that wait for a change in the scene's own stores, or watch something for a view.
  var listening: Int {
    state.withLock { state in
      state.effects.values.count { $0.isListening || $0.isOfView && $0.isWaiting }
    }
  }

  /// Returns where the working effects are created in the source, as far as it's known.
  func workingPlaces(until deadline: ContinuousClock.Instant) -> [EffectPlace] {
    state.withLock { state in
      state.effects.values.filter { !$0.waits(until: deadline) }.compactMap(\.place)
    }
  }
}

extension SceneSettling.State {
  fileprivate mutating func beginLook() -> Bool {
    guard isAwaited, !isLooking else { return false }
    isLooking = true
    return true
  }
}
