public import CairnFeatures
public import CairnViews

extension Scene {
  /// Shows the scene only to sessions that meet a condition, and a view to all others.
  ///
  /// ```swift
  /// WindowGroup { OrdersView(store: orders) }
  ///   .routes(of: orders)
  ///   .guarded { session in session.owner != nil } otherwise: { SignInView(store: signIn) }
  /// ```
  /// While the condition isn't met, all URLs of the application show `otherwise`, with status 200. They aren't opened,
  /// so the application doesn't look up any data for them. As soon as the condition is met, the requested URL is
  /// opened, including its sheets.
  ///
  /// The scene's views aren't evaluated, so their controls don't exist for forms, and their tasks don't run. The state
  /// stays as it is.
  /// - Parameters:
  ///   - isOpen: Returns whether a session may see and use the scene. It's evaluated for each page, each form, and each
  ///     change that's sent to a page.
  ///   - otherwise: Returns the view for all other sessions, such as a form to sign in.
  public func guarded(
    _ isOpen: @escaping (BrowserSession) -> Bool,
    @ViewBuilder otherwise: @escaping () -> some View
  ) -> some Scene {
    GuardedScene(base: self, isOpen: isOpen, otherwise: otherwise)
  }

  /// Shows the scene only to sessions that a guard admits, and a view to all others.
  /// - Parameters:
  ///   - sessionGuard: Decides which sessions may see and use the scene.
  ///   - otherwise: Returns the view for all other sessions, such as a form to sign in.
  public func guarded(
    by sessionGuard: SessionGuard, @ViewBuilder otherwise: @escaping () -> some View
  ) -> some Scene {
    guarded(sessionGuard.admits, otherwise: otherwise)
  }
}

/// A scene with a guard.
struct GuardedScene<Base: Scene, Otherwise: View>: Scene {
  let base: Base
  let isOpen: (BrowserSession) -> Bool
  let otherwise: () -> Otherwise

  var _page: ScenePage {
    var page = base._page
    page.guardViews(by: SceneEntrance(isOpen), otherwise: otherwise)
    return page
  }
}
