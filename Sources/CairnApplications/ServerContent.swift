package import CairnEndpoints
package import CairnScreens

/// The applications, endpoints, and middleware of a server, which ``ServerBuilder`` collects.
public struct ServerContent: Sendable {
  /// The applications, each at a path.
  package var mounts: [Mount] = []
  /// The endpoints that aren't part of an application.
  package var endpoints: [Endpoint] = []
  /// The middleware, in the order in which it's declared.
  package var middleware: [any Middleware] = []

  /// All endpoints, including those of the applications.
  package var allEndpoints: [Endpoint] { endpoints + mounts.flatMap(\.endpoints) }

  /// Returns the content below a path.
  package func prefixed(by prefix: Location) -> ServerContent {
    ServerContent(
      mounts: mounts.map { $0.prefixed(by: prefix) },
      endpoints: endpoints.map { $0.prefixed(by: prefix) }, middleware: middleware)
  }
}
