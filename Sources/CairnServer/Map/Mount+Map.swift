import CairnApplications
import CairnDependencies
public import CairnScreens

extension Mount {
  /// The screens of the application, with the patterns of their locations; nil where it has neither
  /// locations nor a `Root`.
  ///
  /// One value of the application is made for it.
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
