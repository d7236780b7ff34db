import CairnApplications
import CairnDependencies
public import CairnScreens

extension Mount {
  /// The screens of the application with the patterns of their locations, or `nil` if it has neither locations nor a
  /// `Root`.
  ///
  /// Each access creates an instance of the application.
  public var map: ScreenMap? {
    let dependencies = withDependencies {
      $0.context = .live
      $0.sceneNavigator = SceneNavigator()
    } operation: {
      DependencyValues._current
    }
    let scene = LiveScene(mount: self, record: nil, dependencies: dependencies)
    defer { scene.end() }
    return scene.withLock { $0.scene.page.map() }?.mounted(at: prefix)
  }
}
