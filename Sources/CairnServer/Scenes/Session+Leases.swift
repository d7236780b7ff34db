import CairnSessions
import Dispatch
import Synchronization

/// Scenes that continue on another server.
extension Session {
  /// Ends a scene, so that another server can continue it from the store. Its browser isn't notified, because it's
  /// waiting for the other server.
  /// - Parameter completion: Called once, perhaps under a lock. Its parameter is whether the scene isn't in memory
  ///   anymore and none of its effects is running.
  func endScene(
    _ sceneID: StoredScene.Mark, completion: @escaping @Sendable (_ hasEnded: Bool) -> Void
  ) {
    let scene = state.withLock { $0.scenes.first { $0.record?.sceneID == sceneID } }
    guard let scene else { return completion(true) }
    let call = SingleCall { completion(true) }
    guard scene.endIfDone({ remove(scene) }, then: { call() }) else { return completion(false) }
    // In a test, a busy machine may delay effects for any time.
    guard scene.isolation.jobs == nil else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.effectPatience) { call() }
  }

  /// How long another server waits for effects that have been canceled, in seconds. The results of effects that don't
  /// end in time are discarded.
  private static let effectPatience = 2.0

  /// Ends the scenes whose lease is over. Other servers may be running them.
  func endOverdueScenes() {
    let scenes = state.withLock { state in
      let overdue = state.scenes.filter(\.isOverdue)
      if !overdue.isEmpty {
        state.scenes.removeAll { scene in overdue.contains { $0 === scene } }
      }
      return overdue
    }
    for scene in scenes { forgetOverdue(scene) }
  }
}

/// A closure that's called at most once.
private final class SingleCall: Sendable {
  private let body: Mutex<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = Mutex(body)
  }

  func callAsFunction() {
    let body = body.withLock { body in
      defer { body = nil }
      return body
    }
    body?()
  }
}
