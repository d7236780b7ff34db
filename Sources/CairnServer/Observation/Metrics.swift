import CairnHTTP
import CairnPrometheus
import CairnSessions
import CoreMetrics
import Synchronization

/// Counts the activity of a server with swift-metrics.
///
/// The metrics are stored for the server's port for metrics, and sent to the application's backend. Without both, this
/// object doesn't exist, and the server doesn't count anything.
final class Metrics: HTTPObserver {
  /// The metrics of this server for its port, or `nil` if it has no port for metrics.
  private let registry: PrometheusRegistry?
  /// The counters by the first digit of the status. The first one counts requests without a response.
  private let requests: [Counter]
  /// The counters of statuses that aren't counted in their class.
  private let ownRequests: [Int: Counter]
  private let requestDuration: Timer
  private let gauges: [ServerGauge: Gauge]
  private let settleDuration: Timer
  private let commits: Counter
  private let failedCommits: Counter
  private let failedLoads: Counter
  private let evictedFromStore: (sessions: Counter, scenes: Counter)
  private let evictedFromMemory: (sessions: Counter, scenes: Counter)
  private let droppedLines: (access: Counter, log: Counter)
  /// The number of dropped lines that are already counted.
  private let counted = Mutex((access: 0, log: 0))

  init?(hasPort: Bool, backend: any MetricsFactory = MetricsSystem.factory) {
    registry = hasPort ? PrometheusRegistry(Self.families) : nil
    let isOwn = backend is NOOPMetricsHandler || backend is PrometheusRegistry
    let factories: [any MetricsFactory] = [registry, isOwn ? nil : backend].compactMap(\.self)
    guard let first = factories.first else { return nil }
    let factory = factories.count == 1 ? first : MultiplexMetricsHandler(factories: factories)
    func counter(_ name: String, _ dimensions: (String, String)...) -> Counter {
      Counter(label: name, dimensions: dimensions, factory: factory)
    }
    let classes = (1...5).map { counter("cairn_http_requests_total", ("status", "\($0)xx")) }
    requests = [counter("cairn_http_requests_total", ("status", "none"))] + classes
    ownRequests = [500, 503].reduce(into: [:]) {
      $0[$1] = counter("cairn_http_requests_total", ("status", "\($1)"))
    }
    requestDuration = Timer(label: "cairn_http_request_duration_seconds", factory: factory)
    gauges = ServerGauge.allCases.reduce(into: [:]) {
      $0[$1] = Gauge(label: $1.rawValue, factory: factory)
    }
    settleDuration = Timer(label: "cairn_settle_duration_seconds", factory: factory)
    commits = counter("cairn_store_commits_total")
    failedCommits = counter("cairn_store_failures_total", ("operation", "commit"))
    failedLoads = counter("cairn_store_failures_total", ("operation", "load"))
    evictedFromStore = (
      counter("cairn_store_evictions_total", ("kind", "session")),
      counter("cairn_store_evictions_total", ("kind", "scene"))
    )
    evictedFromMemory = (
      counter("cairn_memory_evictions_total", ("kind", "session")),
      counter("cairn_memory_evictions_total", ("kind", "scene"))
    )
    droppedLines = (
      counter("cairn_dropped_lines_total", ("output", "access_log")),
      counter("cairn_dropped_lines_total", ("output", "log"))
    )
  }

  func completed(_ request: CompletedRequest) {
    let status = request.status?.rawValue ?? 0
    let digit = (1...5).contains(status / 100) ? status / 100 : 0
    (ownRequests[status] ?? requests[digit]).increment()
    requestDuration.recordNanoseconds(request.duration.nanoseconds)
  }

  /// Records how long a response has waited for the effects of its scene.
  func settled(after duration: Duration) {
    settleDuration.recordNanoseconds(duration.nanoseconds)
  }

  /// Counts a commit of the session store.
  func committed(isFailure: Bool) {
    (isFailure ? failedCommits : commits).increment()
  }

  /// Counts the sessions and scenes that the session store removed to stay within its limits.
  func evicted(_ evictions: EvictionReport) {
    evictedFromStore.sessions.increment(by: evictions.sessions.count)
    evictedFromStore.scenes.increment(by: evictions.scenes.count)
  }

  /// Counts a session that was evicted from memory to stay within the limits.
  func evictedSessionFromMemory() { evictedFromMemory.sessions.increment() }

  /// Counts a scene that was evicted from memory to stay within the limits.
  func evictedSceneFromMemory() { evictedFromMemory.scenes.increment() }

  /// Counts a failed load of the session store.
  func loadFailed() { failedLoads.increment() }

  /// Records the current values of gauges.
  func record(_ values: [ServerGauge: Int]) {
    for (gauge, value) in values { gauges[gauge]?.record(value) }
  }

  /// Counts lost lines.
  /// - Parameter droppedLines: The total numbers of lost lines of the access log and of the log.
  func count(droppedLines: (access: Int, log: Int)) {
    let new = counted.withLock { counted in
      let new = (
        access: max(0, droppedLines.access - counted.access),
        log: max(0, droppedLines.log - counted.log)
      )
      counted = (counted.access + new.access, counted.log + new.log)
      return new
    }
    self.droppedLines.access.increment(by: new.access)
    self.droppedLines.log.increment(by: new.log)
  }

  /// The text for the port for metrics. It has the server's metrics, followed by the application's.
  var text: String {
    PrometheusRegistry.text(of: [registry, .shared].compactMap(\.self))
  }

  /// The server's metrics, in the order of the text.
  private static let families: [MetricFamily] =
    [
      MetricFamily(
        "cairn_http_requests_total", .counter,
        "Requests by status class, and by status for 500 and 503."),
      MetricFamily(
        "cairn_http_request_duration_seconds", .histogram,
        "Time from the request line to the last byte of the response."),
    ] + ServerGauge.families + [
      MetricFamily(
        "cairn_settle_duration_seconds", .histogram, "Time that responses waited for effects.",
        bounds: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1]),
      MetricFamily(
        "cairn_store_commits_total", .counter,
        "Transactions that the session store committed."),
      MetricFamily(
        "cairn_store_failures_total", .counter, "Operations that failed in the session store."),
      MetricFamily(
        "cairn_store_evictions_total", .counter,
        "Sessions and scenes evicted from the session store because of its limits."),
      MetricFamily(
        "cairn_memory_evictions_total", .counter,
        "Sessions and scenes evicted from memory because of the limits."),
      MetricFamily(
        "cairn_dropped_lines_total", .counter,
        "Lines dropped because they weren't read in time, or couldn't be written."),
    ]
}

extension Duration {
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }
}
