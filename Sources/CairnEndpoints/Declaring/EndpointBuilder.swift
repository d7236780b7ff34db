/// A result builder for lists of endpoints.
///
/// ```swift
/// @EndpointBuilder static var endpoints: [Endpoint] {
///   Endpoint(.get, "/export.csv") { _ in .csv(rows()) }
///   if isWritable {
///     Endpoint(.post, "/import") { request in … }
///   }
/// }
/// ```
@resultBuilder
public enum EndpointBuilder {
  /// Returns a list with one endpoint.
  public static func buildExpression(_ endpoint: Endpoint) -> [Endpoint] { [endpoint] }
  /// Returns a list of endpoints unchanged.
  public static func buildExpression(_ endpoints: [Endpoint]) -> [Endpoint] { endpoints }
  /// Combines lists.
  public static func buildBlock(_ parts: [Endpoint]...) -> [Endpoint] { parts.flatMap(\.self) }
  /// Combines the lists of a loop.
  public static func buildArray(_ parts: [[Endpoint]]) -> [Endpoint] { parts.flatMap(\.self) }
  /// Returns the list of a condition, or an empty list.
  public static func buildOptional(_ part: [Endpoint]?) -> [Endpoint] { part ?? [] }
  /// Returns the list of the first branch.
  public static func buildEither(first part: [Endpoint]) -> [Endpoint] { part }
  /// Returns the list of the second branch.
  public static func buildEither(second part: [Endpoint]) -> [Endpoint] { part }
}
