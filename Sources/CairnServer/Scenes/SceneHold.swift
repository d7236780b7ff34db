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
  var hold: SceneHold { isolation.tryLock { hold(evenWithEffects: false) } ?? .work }

  /// Ends a scene that can continue from the store, unless something holds it.
  /// - Parameter evenWithEffects: Whether its effects don't hold it, and end.
  /// - Returns: What holds it; `nil` if it has ended.
  func endIfIdle(evenWithEffects: Bool) -> SceneHold? {
    isolation.tryLock { () -> SceneHold? in
      let hold = hold(evenWithEffects: evenWithEffects)
      guard hold == .none else { return hold }
      // It is as its page says, and wakes when it is asked for.
      underLock { scene in
        scene.onGone = nil
        scene.endUnderLock()
      }
      return nil
    } ?? .some(.work)
  }

  /// What holds the scene. To be called under its lock.
  private func hold(evenWithEffects: Bool) -> SceneHold {
    guard !isolation.isAwaited, let record, page.coder != nil else { return .work }
    guard evenWithEffects || !isolation.mayChange else { return .effects }
    guard record.isSettled(at: changes) else {
      // It may have changed by itself while the store failed: without this nothing would store it.
      underLock { $0.onChange?() }
      return .work
    }
    return .none
  }
}
