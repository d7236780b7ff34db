import CairnSessions
import CairnTesting
import CoreMetrics
import MetricsTestKit
import Testing
import Ways

@testable import CairnServer

/// Metrics of the server and of an application in the backends of swift-metrics.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct MetricsBackendTests {
  private func makeServer(hasPort: Bool) throws -> Server {
    var settings = ServerSettings()
    settings.port = 0
    if hasPort { settings.metricsPort = 0 }
    return try sampleServer(settings: settings)
  }

  private func visit(_ server: Server) async throws {
    let browser = Browser(SocketTransport(port: server.port))
    try await browser.open("/sample")
    try await browser.click("Load")
  }

  @Test func `The backend of the process gets the server's metrics`() async throws {
    let backend = TestMetrics()
    let server = try withMetricsFactory(backend) { try makeServer(hasPort: false) }
    #expect(server.metricsPort == nil)
    try server.start()
    try await visit(server)
    await server.stop()
    let requests = try backend.expectCounter("cairn_http_requests_total", [("status", "2xx")])
    #expect(requests.totalValue == 2)
    let forms = try backend.expectCounter("cairn_http_requests_total", [("status", "3xx")])
    #expect(forms.totalValue == 1)
    #expect(try backend.expectTimer("cairn_http_request_duration_seconds").values.count == 3)
    #expect(try backend.expectTimer("cairn_settle_duration_seconds").values.isEmpty == false)
    #expect(try backend.expectCounter("cairn_store_commits_total").totalValue > 0)
    // Gauges are recorded every few seconds, and when the server stops.
    #expect(try backend.expectGauge("cairn_sessions").lastValue == 1)
    #expect(try backend.expectGauge("cairn_live_scenes").lastValue == 1)
  }

  @Test func `With a metrics port, both backends get the metrics`() async throws {
    let backend = TestMetrics()
    let server = try withMetricsFactory(backend) { try makeServer(hasPort: true) }
    let metrics = try #require(server.pages.metrics)
    metrics.committed(isFailure: true)
    let failures = try backend.expectCounter(
      "cairn_store_failures_total", [("operation", "commit")])
    #expect(failures.totalValue == 1)
    #expect(metrics.text.contains("cairn_store_failures_total{operation=\"commit\"} 1\n"))
  }

  @Test func `Dropped lines are counted once`() throws {
    let backend = TestMetrics()
    let metrics = try #require(Metrics(hasPort: false, backend: backend))
    for count in [3, 2, 5, 5] {
      metrics.count(droppedLines: (access: count, log: 1))
    }
    let lines = { output in
      try backend.expectCounter("cairn_dropped_lines_total", [("output", output)]).totalValue
    }
    #expect(try lines("access_log") == 5)
    #expect(try lines("log") == 1)
  }

  @Test func `An application's metrics come after the server's`() async throws {
    let orders = Counter(
      label: "metrics_backend_tests_orders_total", factory: PrometheusMetrics.shared)
    orders.increment(by: 7)
    let server = try makeServer(hasPort: true)
    try server.start()
    let transport = SocketTransport(port: try #require(server.metricsPort))
    let text = try await transport.send(BrowserRequest(target: "/metrics")).text
    await server.stop()
    #expect(text.hasPrefix("# HELP cairn_http_requests_total "))
    let own = try #require(text.firstRange(of: "cairn_dropped_lines_total"))
    let others = try #require(text.firstRange(of: "\nmetrics_backend_tests_orders_total 7\n"))
    #expect(own.lowerBound < others.lowerBound)
  }

  // The metrics system can only be set up once per process, so each of these tests runs in its own process.

  @Test func `An application that serves itself sets up Prometheus`() async {
    await #expect(processExitsWith: .success) {
      var settings = ServerSettings()
      ApplicationCommand<PlainApp>.bootstrap(settings)
      #expect(MetricsSystem.factory is NOOPMetricsHandler)
      settings.metricsPort = 0
      ApplicationCommand<PlainApp>.bootstrap(settings)
      ApplicationCommand<PlainApp>.bootstrap(settings)
      Counter(label: "orders").increment()
      let metrics = try #require(Metrics(hasPort: true))
      #expect(metrics.text.hasSuffix("# TYPE orders counter\norders 1\n"))
      // These metrics belong to the server, and not to the process.
      #expect(Metrics(hasPort: false) == nil)
    }
  }

  @Test func `Another backend isn't replaced`() async {
    await #expect(processExitsWith: .success) {
      MetricsSystem.bootstrap(TestMetrics())
      var settings = ServerSettings()
      settings.metricsPort = 0
      ApplicationCommand<PlainApp>.bootstrap(settings)
      #expect(MetricsSystem.factory is TestMetrics)
    }
  }
}
