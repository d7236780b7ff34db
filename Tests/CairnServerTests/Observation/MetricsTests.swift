import CairnHTTP
import CairnSessions
import CairnTesting
import Testing
import Ways

@testable import CairnServer

@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct MetricsTests {
  private func server(_ store: any SessionStore = MemorySessionStore()) throws -> Server {
    var settings = ServerSettings()
    settings.port = 0
    settings.metricsPort = 0
    return try Server(settings: settings, sessions: store) {
      $0.probe = Probe()
    } mounts: {
      Mount("/sample", SampleApp.self)
      Endpoint(.get, "/rooms") { _ in .text("all") }
      Endpoint(.get, "/rooms/:id") { _ in throw HTTPProblem(status: .notFound) }
      Endpoint(.get, "/rooms.csv") { _ in
        .stream { writer in
          try await writer.write("a\n")
          try await writer.write("b\n")
        }
      }
    }
  }

  /// Returns the samples by name after several requests for them.
  private func samples(_ server: Server) async throws -> [Substring: Double] {
    let transport = SocketTransport(port: try #require(server.metricsPort))
    let answer = try await transport.send(BrowserRequest(target: "/metrics"))
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    var samples: [Substring: Double] = [:]
    for line in answer.text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      try #require(parts.count == 2, "\(line)")
      let value: Double = try #require(Double(parts[1]), "\(line)")
      samples[parts[0]] = value
    }
    return samples
  }

  @Test func `A request for metrics with another host's name is rejected`() async throws {
    let server = try server()
    try server.start()
    let transport = SocketTransport(port: try #require(server.metricsPort))
    let request = BrowserRequest(target: "/metrics", headers: [("Host", "evil.example")])
    let answer = try await transport.send(request)
    #expect(answer.status == 421)
    #expect(answer.header("Content-Type") == "text/plain; charset=utf-8")
    #expect(answer.text == "421 Misdirected Request\n")
    await server.stop()
  }

  @Test func `Requests, sessions, scenes, and commits are counted`() async throws {
    let server = try server()
    try server.start()
    let browser = Browser(SocketTransport(port: server.port))
    try await browser.open("/sample")
    try await browser.click("Load")
    let transport = SocketTransport(port: server.port)
    _ = try await transport.send(BrowserRequest(target: "/nothing"))
    // A response is counted after its last byte is sent. The client can receive it earlier.
    var samples = try await samples(server)
    while samples["cairn_http_request_duration_seconds_count"] != 4 {
      samples = try await self.samples(server)
    }
    #expect(samples["cairn_http_requests_total{status=\"2xx\"}"] == 2)
    #expect(samples["cairn_http_requests_total{status=\"3xx\"}"] == 1)
    #expect(samples["cairn_http_requests_total{status=\"4xx\"}"] == 1)
    #expect(samples["cairn_http_requests_total{status=\"5xx\"}"] == 0)
    #expect(samples["cairn_http_requests_total{status=\"500\"}"] == 0)
    #expect(samples["cairn_http_requests_total{status=\"503\"}"] == 0)
    #expect(samples["cairn_http_requests_total{status=\"none\"}"] == 0)
    #expect(samples["cairn_http_request_duration_seconds_bucket{le=\"+Inf\"}"] == 4)
    #expect(samples["cairn_sessions"] == 1)
    #expect(samples["cairn_live_scenes"] == 1)
    #expect(try #require(samples["cairn_settle_duration_seconds_count"]) > 0)
    #expect(try #require(samples["cairn_store_commits_total"]) > 0)
    #expect(samples["cairn_store_failures_total{operation=\"commit\"}"] == 0)
    await server.stop()
  }

  @Test func `Requests for endpoints are counted, also streamed ones`() async throws {
    let server = try server()
    try server.start()
    let transport = SocketTransport(port: server.port)
    for target in ["/rooms", "/rooms/7"] {
      _ = try await transport.send(BrowserRequest(target: target))
    }
    let streamed = try await transport.send(BrowserRequest(target: "/rooms.csv"))
    #expect(streamed.text == "a\nb\n")
    // A response is counted after its last byte is sent. The client can receive it earlier.
    var samples = try await samples(server)
    while samples["cairn_http_request_duration_seconds_count"] != 3 {
      samples = try await self.samples(server)
    }
    await server.stop()
    #expect(samples["cairn_http_requests_total{status=\"2xx\"}"] == 2)
    #expect(samples["cairn_http_requests_total{status=\"4xx\"}"] == 1)
    #expect(samples["cairn_http_request_duration_seconds_bucket{le=\"+Inf\"}"] == 3)
    #expect(try #require(samples["cairn_http_request_duration_seconds_sum"]) > 0)
  }

  @Test func `The statuses 500 and 503 are counted separately`() async throws {
    let server = try server()
    let metrics = try #require(server.pages.metrics)
    let request = try #require(HTTPRequest(target: "/"))
    for status in [500, 501, 503, 503, 507] {
      metrics.completed(
        CompletedRequest(request: request, status: HTTPStatus(rawValue: status)))
    }
    let lines = metrics.text.split(separator: "\n")
    #expect(lines.contains("cairn_http_requests_total{status=\"500\"} 1"))
    #expect(lines.contains("cairn_http_requests_total{status=\"503\"} 2"))
    #expect(lines.contains("cairn_http_requests_total{status=\"5xx\"} 2"))
  }

  @Test func `Gauges show the current load`() async throws {
    let server = try server()
    try server.start()
    let browser = Browser(SocketTransport(port: server.port))
    try await browser.open("/sample")
    try await browser.click("Load")
    await server.metrics?.recordStoredBytes()
    let idle = try await samples(server)
    #expect(try #require(idle["cairn_store_bytes"]) > 0)
    #expect(idle["cairn_streams"] == 0)
    #expect(idle["cairn_upload_bytes"] == 0)
    #expect(idle["cairn_queued_jobs"] == 0)
    #expect(idle["cairn_busy_workers"] != nil)
    #expect(idle["cairn_in_flight_bytes"] != nil)
    #expect(idle["cairn_connections"] != nil)
    await server.stop()
  }

  /// Operators need these to find out why a server rejects requests.
  @Test func `Each limit has a metric for its use, and each kind of failure has its own`()
    async throws
  {
    let server = try server()
    try server.start()
    let samples = try await samples(server)
    await server.stop()
    for name in [
      "cairn_streams", "cairn_connections", "cairn_in_flight_bytes", "cairn_upload_bytes",
      "cairn_busy_workers", "cairn_queued_jobs", "cairn_sessions", "cairn_live_scenes",
      "cairn_store_bytes", "cairn_store_evictions_total{kind=\"session\"}",
      "cairn_store_evictions_total{kind=\"scene\"}",
      "cairn_memory_evictions_total{kind=\"session\"}",
      "cairn_memory_evictions_total{kind=\"scene\"}",
      "cairn_store_failures_total{operation=\"load\"}",
      "cairn_store_failures_total{operation=\"commit\"}",
      "cairn_http_requests_total{status=\"500\"}", "cairn_http_requests_total{status=\"503\"}",
      "cairn_http_requests_total{status=\"5xx\"}", "cairn_http_requests_total{status=\"none\"}",
    ] {
      #expect(samples[name[...]] != nil, "\(name)")
    }
  }

  /// The table in the article on deployment has a row for each metric, in the order of the output. The rows mention
  /// the labels.
  @Test func `The documentation lists the metrics`() async throws {
    let server = try server()
    let text = try #require(server.pages.metrics).text
    let article = try Article("Deployment").text
    let start = try #require(article.firstRange(of: "\n## Metrics\n"))
    let end = try #require(article[start.upperBound...].firstRange(of: "\n### "))
    let rows = article[start.upperBound..<end.lowerBound].matches(
      of: /(?m)^\| `(cairn_\w+)` \| (.*) \|$/)
    let names = text.matches(of: /(?m)^# TYPE (cairn_\w+)\b/).map { String($0.1) }
    #expect(names.count > 10)
    #expect(rows.map { String($0.output.1) } == names)
    for row in rows {
      let samples = text.matches(of: /(?m)^(cairn_\w+)\{(\w+)="([^"]*)"/)
      for sample in samples where sample.1 == row.output.1 {
        #expect(row.output.2.contains("`\(sample.2)`"), "\(sample.0)")
        let isClass = sample.3.hasSuffix("xx")
        #expect(isClass || row.output.2.contains("`\(sample.3)`"), "\(sample.0)")
      }
    }
  }

  @Test func `Failures of the store and dropped lines are counted`() async throws {
    let store = BrokenStore()
    let server = try server(store)
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/sample")
    store.fail(commits: true)
    try? await browser.click("Load")
    let metrics = try #require(server.pages.metrics)
    metrics.count(droppedLines: (access: 3, log: 1))
    let text = metrics.text
    #expect(text.contains("cairn_store_failures_total{operation=\"commit\"} 1\n"))
    #expect(text.contains("cairn_dropped_lines_total{output=\"access_log\"} 3\n"))
  }

  @Test func `Metrics are only available on their own port`() async throws {
    let server = try server()
    try server.start()
    for path in ["/metrics", "/~metrics"] {
      let answer = try await SocketTransport(port: server.port).send(BrowserRequest(target: path))
      #expect(answer.status == 404)
    }
    let own = SocketTransport(port: try #require(server.metricsPort))
    let other = try await own.send(BrowserRequest(target: "/sample"))
    #expect(other.status == 404)
    #expect(other.header("Content-Type") == "text/plain; charset=utf-8")
    #expect(other.text == "404 Not Found\n")
    await server.stop()
    await #expect(throws: BrowserError.self) {
      try await own.send(BrowserRequest(target: "/metrics"))
    }
  }

  @Test func `Without a metrics port, the server doesn't count anything`() throws {
    let server = try sampleServer()
    #expect(server.metricsPort == nil)
    #expect(server.pages.metrics == nil)
  }
}
