import CairnFeatures
import Synchronization

/// Passes the flash messages of a scene's features to the scene.
final class SceneFlash: Sendable {
  private struct WeakScene: Sendable {
    weak var scene: LiveScene?
  }

  private let scene = Mutex(WeakScene())

  /// The function that features call.
  var effect: FlashEffect {
    FlashEffect { [self] message in scene.withLock { $0.scene }?.flash(message) }
  }

  /// Sets the scene. Messages from before are ignored, because the scene isn't complete.
  func setScene(_ scene: LiveScene) { self.scene.withLock { $0.scene = scene } }
}
