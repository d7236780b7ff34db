package import CairnFeatures
package import CairnHTTP

/// Finds the sessions of requests for endpoints.
package protocol EndpointSessions: Sendable {
  /// The work of an endpoint, given its session.
  typealias Work = @Sendable (BrowserSession) async -> HTTPResponse

  /// Runs an endpoint with the session of a request as a dependency, and stores the changes of the session before it
  /// returns the response.
  /// - Parameter use: How the endpoint uses the session.
  func withSession(of request: HTTPRequest, for use: SessionUse, _ work: Work) async -> HTTPResponse

  /// Runs an endpoint that isn't declared with a session, so that it doesn't share values with other requests.
  func withoutSession(
    for request: HTTPRequest, _ work: @Sendable () async -> HTTPResponse
  ) async -> HTTPResponse
}
