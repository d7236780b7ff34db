import CairnApplications

/// What keeps a scene in memory, from the weakest to the strongest.
enum SceneHold: Int, Comparable {
  /// Nothing: the scene can continue from the store.
  case none
  /// Effects that run, and would end.
  case effects
  /// A request, or something that isn't stored or can't be.
  case work

  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension LiveScene {
  /// What keeps the scene in memory at the moment.
  var hold: SceneHold { tryLock { $0.hold(evenWithEffects: false) } ?? .work }

  /// Ends a scene that can continue from the store, unless something holds it.
  /// - Parameter evenWithEffects: Whether its effects don't hold it, and end.
  /// - Returns: What holds it; `nil` if it has ended.
  func endIfIdle(evenWithEffects: Bool) -> SceneHold? {
    tryLock { access -> SceneHold? in
      let hold = access.hold(evenWithEffects: evenWithEffects)
      guard hold == .none else { return hold }
      // It's as its page shows, and is loaded again when it is requested.
      access.endQuietly()
      return nil
    } ?? .some(.work)
  }
}

extension SceneAccess {
  fileprivate func hold(evenWithEffects: Bool) -> SceneHold {
    guard !live.isolation.isAwaited, let record = live.record, scene.page.coder != nil else {
      return .work
    }
    guard evenWithEffects || !live.isolation.mayChange else { return .effects }
    guard record.isSettled, scene.isHandedIn else {
      // It may have changed by itself while the store failed: without this, the change wouldn't be stored.
      report(.changed)
      return .work
    }
    return .none
  }
}
