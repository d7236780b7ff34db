import CairnDependencies
import CairnScreens
public import CairnViews

/// What a scene of an application shows. You make one with ``WindowGroup``.
public protocol Scene: SendableMetatype {
  /// The page of the scene.
  var _page: ScenePage { get }
}

/// A scene that shows a view.
public struct WindowGroup<Content: View>: Scene {
  private let content: () -> Content

  /// A scene with a view, which is evaluated for each page.
  public init(@ViewBuilder content: @escaping () -> Content) {
    self.content = content
  }

  public var _page: ScenePage {
    let content = content
    let memory = RenderMemory()
    var page = ScenePage(
      render: { context in
        var context = context
        if context.isRemembered { context.memory = memory }
        return renderPage(content(), context)
      },
      collect: { CairnViews.collect(content(), wanted: $0, memory: memory) })
    page.memory = memory
    if let dataSource = DependencyValues._current.sceneNavigator.dataSource {
      page.keep(dataSource) {
        EnvironmentValues.without { Content._root(of: content()) as? Navigation }
      }
    }
    return page
  }
}
