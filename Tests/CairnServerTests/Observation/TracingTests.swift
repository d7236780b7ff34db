import CairnHTTP
import CairnSessions
import CairnTesting
import InMemoryTracing
import Testing
import Tracing
import Ways

@testable import CairnServer

/// Spans of requests.
@Suite(.withoutScript(.process)) struct TracingTests {
  private let tracer = InMemoryTracer()

  private func server(_ probe: Probe = Probe(), settings: ServerSettings = ServerSettings())
    throws -> Server
  {
    try withTracer(tracer) { try sampleServer(probe, settings: settings) }
  }

  /// Returns the spans that have ended since the last call: the request's span and the spans of its parts.
  private func spans() throws -> (request: FinishedInMemorySpan, parts: [FinishedInMemorySpan]) {
    let spans = tracer.popFinishedSpans()
    let request = try #require(spans.first { $0.kind == .server })
    let parts = spans.filter { $0.kind != .server }
    #expect(spans.count == parts.count + 1)
    #expect(parts.allSatisfy { $0.traceID == request.traceID })
    #expect(tracer.activeSpans.isEmpty)
    return (request, parts)
  }

  private func text(_ span: FinishedInMemorySpan, _ name: String) -> String? {
    guard case .string(let text) = span.attributes.get(name) else { return nil }
    return text
  }

  private func number(_ span: FinishedInMemorySpan, _ name: String) -> Int64? {
    switch span.attributes.get(name) {
    case .int64(let number): number
    case .int32(let number): Int64(number)
    default: nil
    }
  }

  private func respond(to request: HTTPRequest, _ server: Server) async throws -> HTTPResponse {
    switch server.responder.respond(to: request) {
    case .now(let response): return response
    case .later(let promise):
      let response = await withCheckedContinuation { continuation in
        promise.whenFulfilled { continuation.resume(returning: $0) }
      }
      return try #require(response)
    }
  }

  @Test func `A page has a span and child spans for rendering`() async throws {
    let server = try server()
    let request = try #require(
      HTTPRequest(
        target: "/sample?secret=1", headers: ["Host": "localhost:8080"],
        remoteAddress: "203.0.113.9"))
    #expect(try await respond(to: request, server).status == .ok)
    let (span, parts) = try spans()
    #expect(span.operationName == "GET /sample")
    #expect(span.parentSpanID == nil)
    #expect(text(span, "http.request.method") == "GET")
    #expect(text(span, "http.route") == "/sample")
    #expect(text(span, "url.path") == "/sample")
    #expect(text(span, "url.scheme") == "http")
    #expect(text(span, "url.query") == nil)
    #expect(text(span, "network.protocol.name") == "http")
    #expect(text(span, "server.address") == "localhost")
    #expect(number(span, "server.port") == 8080)
    #expect(text(span, "client.address") == "203.0.113.9")
    #expect(number(span, "http.response.status_code") == 200)
    #expect(span.status == nil)
    #expect(!parts.isEmpty)
    #expect(parts.allSatisfy { $0.operationName == "render page" })
    #expect(parts.allSatisfy { $0.parentSpanID == span.spanID && $0.kind == .internal })
  }

  @Test func `An endpoint has a span with its declared path`() async throws {
    let server = try withTracer(tracer) {
      try Server {
        Endpoint(.get, "/rooms/:id") { _ in
          .text(ServiceContext.current == nil ? "no context" : "a context")
        }
      }
    }
    let request = try #require(
      HTTPRequest(target: "/rooms/7", headers: ["Host": "localhost:8080"]))
    let response = try await respond(to: request, server)
    #expect(response.status == .ok)
    #expect(response.body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == "a context")
    let (span, parts) = try spans()
    #expect(span.operationName == "GET /rooms/:id")
    #expect(text(span, "http.route") == "/rooms/:id")
    #expect(number(span, "http.response.status_code") == 200)
    #expect(parts.isEmpty)
  }

  @Test func `An endpoint with a session has spans for the store`() async throws {
    let store = BrokenStore()
    let site = InProcessTransport(try withTracer(tracer) { try vaultServer(sessions: store) })
    let browser = Browser(site)
    try await browser.open("/vault")
    try await browser.click("Count")
    let visitor = Bearer(site, ofCookie: browser)
    tracer.clearFinishedSpans()
    #expect(try await visitor.send("POST", "/count").status == 200)
    let (span, parts) = try spans()
    #expect(span.operationName == "POST /count")
    #expect(parts.map(\.operationName) == ["load session", "commit session"])
    #expect(parts.allSatisfy { $0.parentSpanID == span.spanID && $0.errors.isEmpty })
    store.fail(commits: true)
    #expect(try await visitor.send("POST", "/count").status == 503)
    let commit = try #require(try spans().parts.last)
    #expect(commit.operationName == "commit session")
    #expect(commit.errors.map { "\($0.error)" } == ["\(BrokenStore.failure)"])
  }

  @Test func `The span of a streamed response ends with its last byte`() async throws {
    let server = try withTracer(tracer) {
      try Server { Endpoint(.get, "/rows") { _ in .stream { try await $0.write("row") } } }
    }
    let request = try #require(
      HTTPRequest(target: "/rows", headers: ["Host": "localhost:8080"]))
    let response = try await respond(to: request, server)
    #expect(tracer.finishedSpans.isEmpty)
    guard case .stream(let stream) = response.body else {
      Issue.record("The response isn't streamed.")
      return
    }
    let bytes = await stream.collected()
    #expect(bytes == Array("row".utf8))
    // The stream ends after the bytes were collected.
    while !tracer.activeSpans.isEmpty { await Task.yield() }
    let (span, _) = try spans()
    #expect(number(span, "http.response.status_code") == 200)
  }

  @Test func `A form has spans for its action and the store`() async throws {
    let server = try server()
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/sample")
    tracer.clearFinishedSpans()
    try await browser.click("Load")
    let all = tracer.popFinishedSpans()
    // The response is a redirect, and the browser then requests the page.
    let post = try #require(all.first { $0.operationName == "POST /sample" })
    #expect(number(post, "http.response.status_code") == 303)
    let parts = all.filter { $0.parentSpanID == post.spanID }
    #expect(
      parts.map(\.operationName) == [
        "load session", "find renewed session", "process action", "commit session",
      ])
    #expect(parts.allSatisfy { $0.errors.isEmpty && $0.traceID == post.traceID })
    let page = try #require(all.first { $0.operationName == "GET /sample" })
    #expect(page.traceID != post.traceID)
    #expect(
      all.filter { $0.parentSpanID == page.spanID }.map(\.operationName) == ["render page"])
  }

  @Test func `Effects continue the trace of their action`() async throws {
    let probe = Probe { [tracer] in tracer.withSpan("ask service") { _ in "answered" } }
    let browser = Browser(InProcessTransport(try server(probe)))
    try await browser.open("/sample")
    tracer.clearFinishedSpans()
    try await browser.click("Load")
    #expect(browser.text.contains("Text: answered"))
    let spans = tracer.popFinishedSpans()
    let action = try #require(spans.first { $0.operationName == "process action" })
    let effect = try #require(spans.first { $0.operationName == "ask service" })
    #expect(effect.parentSpanID == action.spanID)
    #expect(effect.traceID == action.traceID)
  }

  @Test func `A client's trace continues`() async throws {
    let server = try server()
    let request = try #require(
      HTTPRequest(
        target: "/nothing",
        headers: [
          "Host": "localhost", InMemoryTracer.traceIDKey: "their-trace",
          InMemoryTracer.spanIDKey: "their-span",
        ]))
    #expect(try await respond(to: request, server).status == .notFound)
    let (span, parts) = try spans()
    #expect(span.traceID == "their-trace")
    #expect(span.parentSpanID == "their-span")
    // There is no application at this path, so there is no route. The server hasn't failed.
    #expect(span.operationName == "GET")
    #expect(text(span, "http.route") == nil)
    #expect(span.status == nil)
    #expect(parts.isEmpty)
  }

  @Test func `Failures are recorded in spans`() async throws {
    let store = BrokenStore()
    let server = try withTracer(tracer) {
      try Server(sessions: store) {
        $0.probe = Probe()
      } mounts: {
        Mount("/sample", SampleApp.self)
      }
    }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/sample")
    tracer.clearFinishedSpans()
    store.fail(commits: true)
    try? await browser.click("Load")
    let (span, parts) = try spans()
    #expect(span.status?.code == .error)
    #expect(text(span, "error.type") == "503")
    let commit = try #require(parts.last)
    #expect(commit.operationName == "commit session")
    #expect(commit.status?.code == .error)
    #expect(commit.errors.map { "\($0.error)" } == ["\(BrokenStore.failure)"])
  }

  @Test func `A form from another origin has a span without parts`() throws {
    let server = try server()
    let request = try #require(
      HTTPRequest(
        method: .post, target: "/sample",
        headers: ["Host": "localhost", "Origin": "https://evil.example"]))
    let response = try #require(server.responder.refusal(of: request))
    #expect(response.status == .forbidden)
    let (span, parts) = try spans()
    #expect(span.operationName == "POST")
    #expect(number(span, "http.response.status_code") == 403)
    #expect(parts.isEmpty)
  }

  @Test func `An unknown method isn't written to a span`() throws {
    let request = try #require(HTTPRequest(method: .other("BREW"), target: "/"))
    let tracer = try #require(RequestTracer(tracer))
    tracer.begin(request).end(status: 405)
    let (span, _) = try spans()
    #expect(span.operationName == "HTTP")
    #expect(text(span, "http.request.method") == "_OTHER")
  }

  @Test func `A request without a response is a failure`() throws {
    let request = try #require(HTTPRequest(target: "/"))
    _ = try #require(RequestTracer(tracer)).begin(request)
    let (span, _) = try spans()
    #expect(number(span, "http.response.status_code") == 500)
    #expect(span.status?.code == .error)
  }

  @Test func `Without a tracer, no spans are created`() {
    #expect(RequestTracer(NoOpTracer()) == nil)
    let isBound = RequestTrace?.none.run(.action) { ServiceContext.current != nil }
    #expect(!isBound)
  }
}
