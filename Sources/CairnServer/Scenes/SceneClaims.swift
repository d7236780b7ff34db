import CairnSessions
import Synchronization

/// The scenes that requests have loaded or are loading.
///
/// Until such a request has its response, the scene's lease isn't passed to another server.
final class SceneClaims: Sendable {
  private let counts = Mutex<[LeasedScene: Int]>([:])

  func contains(_ scene: LeasedScene) -> Bool { counts.withLock { $0[scene] != nil } }

  func begin(_ scene: LeasedScene) {
    counts.withLock { $0[scene, default: 0] += 1 }
  }

  func end(_ scene: LeasedScene) {
    counts.withLock { counts in
      guard let count = counts[scene] else { return }
      counts[scene] = count > 1 ? count - 1 : nil
    }
  }
}

/// A request's claim of a scene, with the scene's lease. The claim ends when it's released.
final class SceneClaim: Sendable {
  let lease: Lease
  private let scene: LeasedScene
  private let claims: SceneClaims

  /// - Parameter claims: The claims, in which this one has begun.
  init(_ scene: LeasedScene, _ lease: Lease, in claims: SceneClaims) {
    self.scene = scene
    self.lease = lease
    self.claims = claims
  }

  deinit {
    claims.end(scene)
  }
}
