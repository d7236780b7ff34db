import CairnDependencies
import CairnScreens
public import CairnViews

/// The contents of an application's scene. Create one with ``WindowGroup``.
public protocol Scene: SendableMetatype {
  /// The page of the scene. The framework calls this, and you don't need to.
  var _page: ScenePage { get }
}

/// A scene that shows a view.
public struct WindowGroup<Content: View>: Scene {
  private let content: () -> Content

  /// Creates a scene that shows a view.
  /// - Parameter content: The view, which is evaluated for each page.
  public init(@ViewBuilder content: @escaping () -> Content) {
    self.content = content
  }

  /// The page that shows the view.
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
    page.links = { CairnViews.links(to: $0, in: content()) }
    page.memory = memory
    if let dataSource = DependencyValues._current.sceneNavigator.dataSource {
      page.keep(dataSource) {
        EnvironmentValues.without { Content._root(of: content()) as? Navigation }
      }
    }
    return page
  }
}
