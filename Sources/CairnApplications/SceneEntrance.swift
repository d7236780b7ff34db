import CairnDependencies
import CairnFeatures
import CairnScreens

/// The guard of a whole scene, or the guards of its routes, with the location that was requested while a guard was
/// closed.
///
/// The location isn't opened before the guard is open, so that the application doesn't look up data for people who may
/// not see it.
final class SceneEntrance {
  private let condition: (Location?, BrowserSession) -> Bool
  /// The requested location, until it's opened.
  var requested: Location?

  /// Creates the guard of a whole scene.
  convenience init(_ condition: @escaping (BrowserSession) -> Bool) {
    self.init(condition: { condition($1) })
  }

  /// Creates guards that depend on the location.
  /// - Parameter condition: Returns whether a session may see a location, or the current state if it's `nil`.
  init(condition: @escaping (Location?, BrowserSession) -> Bool) {
    self.condition = condition
  }

  /// Whether the current session may see the requested location, or the current state if there is none.
  var isOpen: Bool { admits(requested) }

  /// Returns whether the current session may see a location, or the current state if it's `nil`.
  func admits(_ location: Location?) -> Bool {
    @Dependency(\.session) var session
    return condition(location, session)
  }
}
