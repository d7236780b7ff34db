import CairnApplications

/// The reason why a scene must stay in memory, from the weakest to the strongest.
enum SceneHold: Int, Comparable {
  /// The scene can leave memory, because it can continue from the store.
  case none
  /// Effects are running, and would end with the scene.
  case effects
  /// A request is using the scene, or something isn't stored or can't be.
  case work

  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension LiveScene {
  /// The current reason to keep the scene in memory.
  var hold: SceneHold { tryLock { $0.hold(evenWithEffects: false) } ?? .work }

  /// Ends a scene that can continue from the store, unless it must stay in memory.
  /// - Parameter evenWithEffects: Whether to end the scene even if its effects are running.
  /// - Returns: The reason why the scene must stay, or `nil` if it has ended.
  func endIfIdle(evenWithEffects: Bool) -> SceneHold? {
    tryLock { access -> SceneHold? in
      let hold = access.hold(evenWithEffects: evenWithEffects)
      guard hold == .none else { return hold }
      // The browser's page is up to date, and the scene is loaded again when it's requested.
      access.endQuietly()
      return nil
    } ?? .some(.work)
  }

  /// Ends a scene that no request is using, and that can continue from the store.
  /// - Parameters:
  ///   - remove: Removes the scene from memory. It's called under the lock, if the scene has ended.
  ///   - completion: Called afterward under the lock, as soon as no effect is running.
  /// - Returns: Whether the scene has ended.
  func endIfDone(_ remove: () -> Void, then completion: @escaping () -> Void) -> Bool {
    tryLock { access in
      guard access.isDone else { return false }
      access.endQuietly()
      remove()
      isolation.whenEffectsEnd(completion)
      return true
    } ?? false
  }
}

extension SceneAccess {
  /// Whether no request is using the scene, and the store has everything that can be stored.
  fileprivate var isDone: Bool {
    guard !live.isolation.isAwaited, scene.turn == nil, !scene.isContinuing,
      let record = live.record
    else { return false }
    return scene.isGone || isStored(record)
  }

  /// Returns whether the store has the scene's latest state. If it doesn't, the state is passed to the store.
  private func isStored(_ record: SceneRecord) -> Bool {
    if record.isSettled, scene.isHandedIn { return true }
    // The scene may have changed while the store was failing. Without this, the change wouldn't be stored.
    report(.changed)
    return false
  }

  fileprivate func hold(evenWithEffects: Bool) -> SceneHold {
    guard !live.isolation.isAwaited, let record = live.record, scene.page.coder != nil else {
      return .work
    }
    guard evenWithEffects || !live.isolation.mayChange else { return .effects }
    return isStored(record) ? .none : .work
  }
}
