import CairnHTTP
public import CairnServer
import IssueReporting

/// A transport that sends a browser's requests to a server in the same process, without a socket.
///
/// ```swift
/// let server = try Server { Mount("/inventory", InventoryApp.self) }
/// let browser = Browser(InProcessTransport(server))
/// ```
/// If a test has created the server, its responses wait until all effects have ended, or wait for a clock or for
/// something that's marked with `withoutBlockingResponse`. The results therefore don't depend on the speed of the
/// machine. If an effect is still working after 20 seconds, it's reported as an issue, and the response doesn't contain
/// its results.
///
/// A request also waits for effects that have become ready since the last one, for example because the test has advanced
/// its clock.
public struct InProcessTransport: BrowserTransport {
  private enum Target {
    case server(Server)
    case testServer(TestServer)
  }

  private let target: Target

  /// Creates a transport to a server. You don't need to start the server.
  public init(_ server: Server) {
    target = .server(server)
  }

  /// Creates a transport to a server that the test can restart.
  public init(_ server: TestServer) {
    target = .testServer(server)
  }

  /// Passes a request to the server and returns its complete response.
  public func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    var headers = HTTPHeaders()
    for (name, value) in request.headers { headers.append(name, value) }
    if headers["Host"] == nil { headers.append("Host", "localhost") }
    return switch target {
    case .server(let server): try await answer(to: request, headers, by: server)
    case .testServer(let server):
      try await server.withServer { try await answer(to: request, headers, by: $0) }
    }
  }

  /// Reports effects that were still working when their responses ended, so that a missing mark isn't mistaken for a
  /// slow machine.
  private func reportOverdueEffects(of server: Server) {
    for place in server.takeOverdueEffects() {
      reportIssue(
        """
        A response waited in vain for the effect of \(place), which is still running. The page may lack its results.

        • If the effect waits for the test, put the wait into 'withoutBlockingResponse { … }', or observe a sequence \
        with 'ignoredForResponse()'. You can do this in the closure that replaces a dependency.
        • If the effect waits for child tasks that run timers, put the timers into effects of their own.
        • To see the page while the effect is working, set 'browser.waitsForEffects' to 'false'.
        """)
    }
  }

  private func answer(
    to request: BrowserRequest, _ headers: HTTPHeaders, by server: Server
  ) async throws -> BrowserResponse {
    defer { reportOverdueEffects(of: server) }
    guard
      let head = HTTPRequest(
        method: HTTPMethod(request.method), target: request.target, headers: headers)
    else { return BrowserResponse(status: 400) }
    let reading = request.body.isEmpty ? .form : server.responder.bodyReading(of: head)
    let form: (fields: [(name: String, value: String)], files: [HTTPFile])
    do {
      form = try Self.form(request, reading, server.limits)
    } catch {
      return try await Self.response(
        server.responder.errorResponse(status: error.status, request: head), to: head)
    }
    guard
      var complete = HTTPRequest(
        method: head.method, target: request.target, headers: headers,
        form: form.fields, files: form.files, body: reading == .form ? [] : request.body)
    else { return BrowserResponse(status: 400) }
    if case .parts = reading { complete = complete.withBodyInParts() }
    if !request.awaitsEffects { complete = complete.withoutAwaitingWork() }
    return try await Self.response(
      await answer(to: complete, by: server.responder), to: complete)
  }

  private func answer(
    to request: HTTPRequest, by responder: any HTTPResponder
  ) async -> HTTPResponse {
    if !request.isRead, let refusal = responder.refusal(of: request) { return refusal }
    switch responder.respond(to: request) {
    case .now(let response): return response
    case .later(let promise):
      return await withCheckedContinuation { continuation in
        promise.whenFulfilled { response in
          continuation.resume(returning: response ?? HTTPResponse(status: .internalServerError))
        }
      }
    }
  }

  private static func response(
    _ response: HTTPResponse, to request: HTTPRequest
  ) async throws -> BrowserResponse {
    var body: [UInt8] = []
    if !response.status.hasBody(for: request.method) {
      if case .stream(let stream) = response.body { stream.abandon() }
    } else {
      if case .stream(let stream) = response.body {
        guard stream.claim() else {
          reportIssue(
            """
            A streamed response was returned for more than one request, for example by a middleware that keeps \
            responses. The response to \(request.method.name) \(request.path) has status 500. Create a response for \
            each request.
            """)
          return BrowserResponse(status: 500)
        }
        guard let collected = await stream.collected() else {
          throw BrowserError(.connection, "the response was broken off")
        }
        body = collected
      } else {
        body = response.body.withUnsafeBytes { Array($0) }
      }
    }
    return BrowserResponse(
      status: response.status.rawValue,
      headers: response.headers.map { ($0.name, $0.value) }, body: body)
  }

  /// Returns the fields and files of a body that contains a form.
  private static func form(
    _ request: BrowserRequest, _ reading: BodyReading, _ limits: RequestLimits
  ) throws(FormRefusal) -> (fields: [(name: String, value: String)], files: [HTTPFile]) {
    switch reading {
    case .bytes(let limit), .parts(let limit):
      guard request.body.count <= limit else { throw FormRefusal(status: .contentTooLarge) }
      return ([], [])
    case .form: break
    }
    let type = request.header("Content-Type") ?? ""
    let types = ["application/x-www-form-urlencoded", "multipart/form-data"]
    guard types.contains(where: { type.hasPrefix($0) }) else { return ([], []) }
    return try HTTPRequest.form(of: request.body, contentType: type, limits: limits)
  }
}
