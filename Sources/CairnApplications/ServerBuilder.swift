public import CairnEndpoints

/// A result builder for the applications, endpoints, and middleware of a server.
///
/// ```swift
/// Server {
///   Mount("/", RoomsApp.self)
///   Endpoint(.get, "/version") { _ in .text("1.0") }
/// }
/// ```
@resultBuilder
public enum ServerBuilder {
  /// Returns the content with an application.
  public static func buildExpression(_ mount: Mount) -> ServerContent {
    ServerContent(mounts: [mount])
  }
  /// Returns the content with a list of applications.
  public static func buildExpression(_ mounts: [Mount]) -> ServerContent {
    ServerContent(mounts: mounts)
  }
  /// Returns the content with an endpoint.
  public static func buildExpression(_ endpoint: Endpoint) -> ServerContent {
    ServerContent(endpoints: [endpoint])
  }
  /// Returns the content with a list of endpoints.
  public static func buildExpression(_ endpoints: [Endpoint]) -> ServerContent {
    ServerContent(endpoints: endpoints)
  }
  /// Returns the content with a middleware.
  public static func buildExpression(_ middleware: some Middleware) -> ServerContent {
    ServerContent(middleware: [middleware])
  }
  /// Combines the parts of a content.
  public static func buildBlock(_ parts: ServerContent...) -> ServerContent { buildArray(parts) }
  /// Combines the parts of a loop.
  public static func buildArray(_ parts: [ServerContent]) -> ServerContent {
    ServerContent(
      mounts: parts.flatMap(\.mounts), endpoints: parts.flatMap(\.endpoints),
      middleware: parts.flatMap(\.middleware))
  }
  /// Returns the part of a condition, or an empty content.
  public static func buildOptional(_ part: ServerContent?) -> ServerContent {
    part ?? ServerContent()
  }
  /// Returns the part of the first branch.
  public static func buildEither(first part: ServerContent) -> ServerContent { part }
  /// Returns the part of the second branch.
  public static func buildEither(second part: ServerContent) -> ServerContent { part }
}
