/// Code that runs before and after the requests for pages and endpoints.
///
/// Declare middleware next to the applications and endpoints of a server:
///
/// ```swift
/// struct ServerTiming: Middleware {
///   func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
///     let start = ContinuousClock.now
///     let response = await next()
///     return response.header("Server-Timing", "all;dur=\((.now - start) / .milliseconds(1))")
///   }
/// }
///
/// let server = try Server {
///   ServerTiming()
///   Mount("/", RoomsApp.self)
/// }
/// ```
///
/// All requests for pages, forms, and endpoints pass through all middleware of the server, in the order in which it's
/// declared. Public files, health checks, and the stream of the client script don't. A request that the server rejects
/// before it reads the body, such as a form of another site, doesn't reach it either.
///
/// The response of `next` doesn't contain the fields `Set-Cookie` and `Clear-Site-Data`. The server adds them to the
/// response of the middleware, because a change of the session is already stored.
public protocol Middleware: Sendable {
  /// Passes the request on to the next middleware, or to the page or the endpoint, and returns the response.
  typealias Next = @Sendable () async -> EndpointResponse

  /// Responds to a request.
  ///
  /// It runs in a task of its own, with the dependencies of the server, but without a session. Until the task waits for
  /// something, it runs on the thread that received the request, which also serves other connections. Do slow work, such
  /// as hashing a password, in another task: `await Task { … }.value`.
  ///
  /// If it throws an ``HTTPProblem``, the problem is the response. If it throws another error, the server logs the
  /// error, and responds with 500.
  /// - Parameters:
  ///   - request: The request. Its `path` has no values. The body is empty for the forms of pages,
  ///     and for endpoints that read it in parts.
  ///   - next: Passes the request on, with the task-local values of the caller. Call it at most once, or not at all to
  ///     respond without it. An endpoint inherits the task-local values, such as dependencies, but a page doesn't.
  func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse
}
