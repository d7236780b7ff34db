package import CairnHTTP
package import CairnScreens
public import HTTPTypes

/// A path of the server that responds to requests with one method, without a page.
///
/// Use endpoints for JSON, exports, downloads, and webhooks:
///
/// ```swift
/// let server = try Server {
///   Mount("/", RoomsApp.self)
///   Endpoint(.get, "/api/rooms/:id") { request in
///     @Dependency(\.rooms) var rooms
///     let id = try request.path("id", as: Int.self)
///     guard let room = try await rooms.room(id) else { throw HTTPProblem(status: .notFound) }
///     return .json(room)
///   }
/// }
/// ```
///
/// A segment of the path that begins with `:` matches any one segment, and a last segment that begins with `*` matches
/// one or more segments. All other segments are literal text.
///
/// The server responds to `HEAD` with the header of `GET`, and to `OPTIONS` with the methods of the path. For any other
/// method that the path doesn't have, it responds with 405.
public struct Endpoint: Sendable {
  /// The work of an endpoint. It runs in a task of its own, with the dependencies of the server.
  public typealias Handler = @Sendable (EndpointRequest) async throws -> EndpointResponse

  package let method: HTTPMethod
  package private(set) var pattern: PathPattern
  package let body: EndpointBody
  package private(set) var acceptsOtherSites = false
  package private(set) var session = SessionUse.none
  package let handler: Handler

  /// Creates an endpoint.
  /// - Parameters:
  ///   - method: The method. `GET` includes `HEAD`.
  ///   - path: The path, such as `/api/rooms/:id` or `/files/*path`.
  ///   - body: How the body of requests is read.
  ///   - handler: Responds to a request. If it throws an ``HTTPProblem``, the problem is the response. If it throws
  ///     another error, the server logs the error, and responds with 500.
  public init(
    _ method: HTTPTypes.HTTPRequest.Method, _ path: String, body: EndpointBody = .bytes(),
    handler: @escaping Handler
  ) {
    self.method = HTTPMethod(method)
    pattern = PathPattern(path)
    self.body = body
    self.handler = handler
  }

  /// Returns an endpoint that also accepts requests of other sites and of other servers.
  ///
  /// By default, a request that can change something must come from a page of this server, as for forms. Use this for
  /// webhooks and for APIs whose clients aren't browsers. The endpoint must then authenticate its clients, for example
  /// by a signature or a token in a header field.
  public func acceptingOtherSites() -> Endpoint {
    var copy = self
    copy.acceptsOtherSites = true
    return copy
  }

  /// Returns an endpoint that uses the session of a request.
  func using(_ session: SessionUse) -> Endpoint {
    var copy = self
    copy.session = session
    return copy
  }

  /// Returns the endpoint below another path.
  package func prefixed(by prefix: Location) -> Endpoint {
    var copy = self
    copy.pattern = pattern.prefixed(by: prefix)
    return copy
  }

  /// The method and the path, for messages.
  var name: String { "\(method.name) \(pattern.text)" }
}
