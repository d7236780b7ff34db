/// How an endpoint uses the session of a request.
package enum SessionUse: Sendable, Hashable {
  /// The session isn't looked up.
  case none
  /// The endpoint has the session. Visitors without a session have an empty one.
  case optional
  /// The endpoint runs only if the session has an owner.
  ///
  /// Other requests are redirected to the URL. Without a URL, they get a problem with status 401.
  case owner(otherwise: String?)

  /// Whether the endpoint is only for sessions with an owner.
  package var requiresOwner: Bool {
    if case .owner = self { true } else { false }
  }
}
