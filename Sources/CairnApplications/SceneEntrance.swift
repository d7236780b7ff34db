import CairnDependencies
import CairnFeatures
import CairnScreens

/// The guard of a whole scene, with the location that was requested while it was closed.
///
/// The location isn't opened before the guard is open, so that the application doesn't look up data for people who may
/// not see it.
final class SceneEntrance {
  private let condition: (BrowserSession) -> Bool
  /// The requested location, until it's opened.
  var requested: Location?

  init(_ condition: @escaping (BrowserSession) -> Bool) {
    self.condition = condition
  }

  /// Whether the current session may pass.
  var isOpen: Bool {
    @Dependency(\.session) var session
    return condition(session)
  }
}
