public import CairnFeatures

extension Endpoint {
  /// Returns an endpoint that has the session of its request, as features do.
  ///
  /// ```swift
  /// Endpoint(.post, "/api/theme") { request in
  ///   @Shared(.session("theme")) var theme = "light"
  ///   let name = try request.json(as: String.self)
  ///   $theme.withLock { $0 = name }
  ///   return .noContent
  /// }
  /// .withSession()
  /// ```
  ///
  /// The values of `@Shared(.session(…))` and of `@Dependency(\.session)` are copies of the visitor's, from the moment at
  /// which the endpoint began. Changed values are stored before the response is sent, and open pages of the session show
  /// them.
  ///
  /// If the session has another ID since then, or if another request has changed one of the same values, none of the
  /// changes are stored, and the response has status 409.
  ///
  /// A visitor without a session has an empty one. It's only kept if the endpoint changes it, and the response then
  /// sets its cookie.
  ///
  /// A request of another site also has an empty session, even if it has a cookie. This only concerns endpoints with
  /// ``acceptingOtherSites()``, and not `GET`.
  public func withSession() -> Endpoint { session.isNone ? using(.optional) : self }

  /// Returns an endpoint that runs only if the request's session has an owner, which is the user who has signed in.
  ///
  /// The endpoint also has the session, as with ``withSession()``. The server checks in the store that the session hasn't
  /// ended on another server.
  ///
  /// - Parameter url: The URL to redirect other requests to, such as the one of a sign-in page. If it's `nil`, they get
  ///   a problem with status 401.
  public func requiringOwner(otherwise url: String? = nil) -> Endpoint {
    guarded(by: .signedIn, otherwise: url)
  }

  /// Returns an endpoint that runs only if the request's session meets a condition.
  ///
  /// ```swift
  /// Endpoint(.get, "/orders.csv") { _ in try await .text(orders(), contentType: "text/csv") }
  ///   .guarded { session in session.owner != nil }
  /// ```
  /// The endpoint also has the session, as with ``withSession()``. If it has several guards, it runs only if the session
  /// meets all of their conditions.
  ///
  /// - Parameters:
  ///   - url: The URL to redirect other requests to, such as the one of a sign-in page. If it's `nil`, they get a
  ///     problem, with status 401 if the session has no owner, and 403 otherwise.
  ///   - isOpen: Returns whether the endpoint runs for a session.
  public func guarded(
    otherwise url: String? = nil, _ isOpen: @escaping @Sendable (BrowserSession) -> Bool
  ) -> Endpoint {
    guarded(by: SessionGuard(isOpen), otherwise: url)
  }

  /// Returns an endpoint that runs only if a guard admits the request's session.
  ///
  /// The endpoint also has the session, as with ``withSession()``. The server checks in the store that the session hasn't
  /// ended on another server.
  ///
  /// - Parameters:
  ///   - sessionGuard: Decides for which sessions the endpoint runs.
  ///   - url: The URL to redirect other requests to, such as the one of a sign-in page. If it's `nil`, they get a
  ///     problem, with status 401 if the session has no owner, and 403 otherwise.
  public func guarded(by sessionGuard: SessionGuard, otherwise url: String? = nil) -> Endpoint {
    let own = EndpointGuard(sessionGuard: sessionGuard, otherwise: url)
    return using(.guarded(session.guards + [own]))
  }
}
