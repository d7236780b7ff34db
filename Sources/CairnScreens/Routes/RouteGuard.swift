public import CairnFeatures
public import CairnViews

/// The guard of a route or of a stack.
package struct RouteGuard: Sendable {
  private let sessionGuard: SessionGuard
  /// Returns the view for sessions that may not see the child, or `nil` to show the view of the scene.
  package let otherwise: (@Sendable () -> AnyView)?

  init(_ sessionGuard: SessionGuard, otherwise: (@Sendable () -> AnyView)?) {
    self.sessionGuard = sessionGuard
    self.otherwise = otherwise
  }

  /// Returns whether a session may see the child.
  func admits(_ session: BrowserSession) -> Bool { sessionGuard.admits(session) }

  /// Stops opening a location if its session may not see the child. Returns `nil` if the session may see it.
  ///
  /// - Parameter match: Returns the number of segments that belong to the child, or `nil` if they aren't the child's.
  func close(
    _ reader: inout LocationReader, _ match: (ArraySlice<String>) -> Int?
  ) -> LocationOpening? {
    guard let session = reader.session, !admits(session) else { return nil }
    guard let length = match(reader.segments) else { return .noMatch }
    reader.segments.removeFirst(length)
    reader.closedGuard = self
    return .opened(isPartial: false)
  }
}

extension Route {
  /// Presents the child only to sessions that meet a condition, and shows a view to all others.
  ///
  /// ```swift
  /// Route(\.$destination.edit, "items", \.item.id) { id, inventory in ... }
  ///   .guarded { session in session.owner != nil } otherwise: { SignInHint() }
  /// ```
  /// While the condition isn't met, the URLs of the child and of everything that it presents show `otherwise` instead of
  /// the page, with status 200. They aren't opened, so the application doesn't look up any data for them. As soon as the
  /// condition is met, the requested URL is opened, including its sheets. If an action presents the child, the page also
  /// shows `otherwise`, until the condition is met or the user goes back.
  ///
  /// If several routes match the beginning of a URL, the guard of the longest one decides. The closures of the other ones
  /// may be called as well.
  ///
  /// Routes are static, so `otherwise` can't use the application's stores. For a form to sign in, use
  /// ``guarded(by:)`` and the view of the scene.
  /// - Parameters:
  ///   - isOpen: Returns whether a session may see and use the child. It's evaluated for each page, each form, and each
  ///     change that's sent to a page.
  ///   - otherwise: Returns the view for all other sessions.
  public func guarded(
    _ isOpen: @escaping @Sendable (BrowserSession) -> Bool,
    @ViewBuilder otherwise: @escaping @Sendable () -> some View
  ) -> Self {
    guarded(by: SessionGuard(isOpen), otherwise: otherwise)
  }

  /// Presents the child only to sessions that a guard admits, and shows a view to all others.
  /// - Parameters:
  ///   - sessionGuard: Decides which sessions may see and use the child.
  ///   - otherwise: Returns the view for all other sessions.
  public func guarded(
    by sessionGuard: SessionGuard, @ViewBuilder otherwise: @escaping @Sendable () -> some View
  ) -> Self {
    var route = self
    route.routeGuard = RouteGuard(sessionGuard) { AnyView(otherwise()) }
    return route
  }

  /// Presents the child only to sessions that a guard admits, and shows the view of the scene to all others.
  ///
  /// ```swift
  /// Route(\.$destination.edit, "items", \.item.id) { id, inventory in ... }
  ///   .guarded(by: .signedIn)
  /// ```
  /// Declare the view with the routes of the scene, such as
  /// `.routes(of: store) { SignInView(store: store) }`.
  /// - Parameter sessionGuard: Decides which sessions may see and use the child.
  public func guarded(by sessionGuard: SessionGuard) -> Self {
    var route = self
    route.routeGuard = RouteGuard(sessionGuard, otherwise: nil)
    return route
  }
}

extension Routable {
  /// Whether some of the routes have a guard.
  package static var hasGuardedRoutes: Bool { LocationOutline(of: Self.self).isGuarded }

  /// Returns the first guard on the way to a location that doesn't admit a session, or `nil` if there is none.
  ///
  /// Screens behind the guard aren't created.
  package func closedGuard(
    of location: Location, for session: BrowserSession, in routes: RoutesBody
  ) -> RouteGuard? {
    var state = self
    var reader = LocationReader(location)
    reader.session = session
    _ = state.open(&reader, in: routes)
    return reader.closedGuard
  }

  /// Returns the first guard of a presented screen that doesn't admit a session, or `nil` if there is none.
  package func closedGuard(for session: BrowserSession, in routes: RoutesBody) -> RouteGuard? {
    var writer = LocationWriter()
    write(into: &writer, in: routes)
    return writer.guards.first { !$0.admits(session) }
  }
}
