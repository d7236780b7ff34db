/// How an endpoint uses the session of a request.
package enum SessionUse: Sendable {
  /// The session isn't looked up.
  case none
  /// The endpoint has the session. Visitors without a session have an empty one.
  case optional
  /// The endpoint has the session, and runs only if all guards admit it.
  case guarded([EndpointGuard])

  /// The guards of the endpoint, in the order in which they're checked.
  package var guards: [EndpointGuard] {
    if case .guarded(let guards) = self { guards } else { [] }
  }

  package var isNone: Bool {
    if case .none = self { true } else { false }
  }
}
