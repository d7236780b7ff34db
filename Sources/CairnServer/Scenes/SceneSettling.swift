import CairnDependencies
import CairnFeatures
import Synchronization

/// Which of a scene's effects wait, and since when nothing has changed in that.
///
/// Its lock is taken in effects' own tasks, and by who holds the scene's; never the other way round.
final class SceneSettling: Sendable {
  fileprivate struct Effect {
    let place: EffectPlace?
    var isWaiting = false
    /// Whether it waits for what the scene's own stores do.
    var isListening = false
    /// Whether it is the work of a view, or follows from it.
    var isOfView = false
    var wake: ContinuousClock.Instant?

    /// Whether it does nothing until then.
    func waits(until deadline: ContinuousClock.Instant) -> Bool {
      isWaiting && wake.map { $0 > deadline } ?? true
    }
  }

  fileprivate struct State {
    var effects: [ObjectIdentifier: Effect] = [:]
    /// Counts whatever may let an effect work.
    var epoch: UInt64 = 0
    /// The epoch in which effects were seen to have had their turn.
    var seen: UInt64?
    /// Whether somebody waits for effects, and whether that is being looked at.
    var isAwaited = false
    var isLooking = false
  }

  /// What came of a look at the effects.
  enum Look {
    /// Nothing has happened meanwhile: whoever waits for no more than this goes on.
    case settled
    /// Something has: it has to be looked again.
    case again
    /// An effect works. The next wait is looked at.
    case working
  }

  private let state = Mutex(State())

  /// Counts an effect that begins.
  func begin(_ activity: EffectActivity, at place: EffectPlace?) {
    state.withLock {
      $0.effects[ObjectIdentifier(activity)] = Effect(place: place, isOfView: activity.isOfView)
    }
  }

  /// Notes what an effect does now; answers whether somebody has to look.
  func note(_ change: EffectActivity.Change, of activity: EffectActivity) -> Bool {
    let id = ObjectIdentifier(activity)
    return state.withLock { state in
      state.epoch += 1
      switch change {
      case .waits(let wake):
        state.effects[id]?.isWaiting = true
        state.effects[id]?.wake = wake
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

  /// Notes an action, which may have given an effect something to do.
  func noteAction() {
    state.withLock { $0.epoch += 1 }
  }

  /// Notes that more or fewer effects run; answers whether somebody has to look.
  func note(running: Int) -> Bool {
    state.withLock { state in
      state.epoch += 1
      return running > 0 && state.beginLook()
    }
  }

  /// Notes whether somebody waits for effects; answers whether somebody has to look.
  func note(isAwaited: Bool) -> Bool {
    state.withLock { state in
      state.isAwaited = isAwaited
      return state.beginLook()
    }
  }

  /// The number of what has happened so far.
  var epoch: UInt64 { state.withLock(\.epoch) }

  /// Concludes from a look at the effects since an epoch.
  /// - Parameter running: How many effects run.
  func conclude(since epoch: UInt64, running: Int) -> Look {
    state.withLock { state in
      let isOver = state.epoch == epoch
      if isOver { state.seen = epoch }
      let mayHaveSettled = state.effects.values.count(where: \.isWaiting) >= running
      state.isLooking = !isOver && mayHaveSettled && state.isAwaited
      return isOver ? .settled : state.isLooking ? .again : .working
    }
  }

  /// Whether no effect does anything until then, and none was given something to do since that was
  /// looked at.
  func isSettled(until deadline: ContinuousClock.Instant, running: Int) -> Bool {
    running == 0
      || state.withLock { state in
        state.seen == state.epoch
          && state.effects.values.count { $0.waits(until: deadline) } >= running
      }
  }

  /// How many effects wait for what the scene's own stores do, or watch something for a view.
  var listening: Int {
    state.withLock { state in
      state.effects.values.count { $0.isListening || $0.isOfView && $0.isWaiting }
    }
  }

  /// Where the effects are made that work, as far as that is known.
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
