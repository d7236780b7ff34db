public import CairnFeatures
public import CairnViews

extension StackRoute {
  /// Shows the elements of the stack only to sessions that meet a condition, and shows a view to all others.
  ///
  /// ```swift
  /// StackRoute(\.path) {
  ///   RouteSegment(\.order, "orders", value: \.id) { id, _, _ in Order.State(id: id) }
  /// }
  /// .guarded { session in session.owner != nil } otherwise: { SignInHint() }
  /// ```
  /// The guard applies to all elements, with everything on top of them. The empty stack is public.
  ///
  /// While the condition isn't met, the URLs of the elements show `otherwise` instead of the page, with status 200. They
  /// aren't opened, so the application doesn't look up any data for them. As soon as the condition is met, the requested
  /// URL is opened, including its sheets. If an action pushes an element, the page also shows `otherwise`, until the
  /// condition is met or the user goes back.
  ///
  /// If elements have no fixed segment, such as those of `StackRoute(_:segment:open:)`, any segment can be an element's.
  /// While the condition isn't met, the guard then applies to all URLs that don't match another route.
  ///
  /// Routes are static, so `otherwise` can't use the application's stores. For a form to sign in, use
  /// ``guarded(by:)`` and the view of the scene.
  /// - Parameters:
  ///   - isOpen: Returns whether a session may see and use the elements. It's evaluated for each page, each form, and
  ///     each change that's sent to a page.
  ///   - otherwise: Returns the view for all other sessions.
  public func guarded(
    _ isOpen: @escaping @Sendable (BrowserSession) -> Bool,
    @ViewBuilder otherwise: @escaping @Sendable () -> some View
  ) -> Self {
    guarded(by: SessionGuard(isOpen), otherwise: otherwise)
  }

  /// Shows the elements of the stack only to sessions that a guard admits, and shows a view to all others.
  /// - Parameters:
  ///   - sessionGuard: Decides which sessions may see and use the elements.
  ///   - otherwise: Returns the view for all other sessions.
  public func guarded(
    by sessionGuard: SessionGuard, @ViewBuilder otherwise: @escaping @Sendable () -> some View
  ) -> Self {
    var route = self
    route.routeGuard = RouteGuard(sessionGuard) { AnyView(otherwise()) }
    return route
  }

  /// Shows the elements of the stack only to sessions that a guard admits, and shows the view of the scene to all
  /// others.
  ///
  /// ```swift
  /// StackRoute(\.path) { ... }
  ///   .guarded(by: .signedIn)
  /// ```
  /// Declare the view with the routes of the scene, such as
  /// `.routes(of: store) { SignInView(store: store) }`.
  /// - Parameter sessionGuard: Decides which sessions may see and use the elements.
  public func guarded(by sessionGuard: SessionGuard) -> Self {
    var route = self
    route.routeGuard = RouteGuard(sessionGuard, otherwise: nil)
    return route
  }
}
