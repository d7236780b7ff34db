import CairnHTTP
import CairnSessions
import Synchronization

/// Counts what a server does, and tells it in Prometheus' text format.
///
/// There is one only where it was asked for: without it nothing is counted.
final class Metrics: HTTPObserver {
  private struct Requests {
    /// By the first digit of the status; at 0 those that were not answered.
    var counts = [Int](repeating: 0, count: 6)
    var durations = Histogram(
      bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
  }

  private struct Store {
    var commits = 0
    var failedCommits = 0
    var failedLoads = 0
    var evictedSessions = 0
    var evictedScenes = 0
  }

  private let requests = Mutex(Requests())
  private let settling = Mutex(
    Histogram(bounds: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1]))
  private let store = Mutex(Store())
  private let evictedSessions = Atomic(0)
  private let evictedScenes = Atomic(0)

  func completed(_ request: CompletedRequest) {
    let digit = (request.status?.rawValue ?? 0) / 100
    requests.withLock { requests in
      requests.counts[(1...5).contains(digit) ? digit : 0] += 1
      requests.durations.add(request.duration.seconds)
    }
  }

  /// An answer has waited so long for the effects of its scene.
  func settled(after duration: Duration) {
    settling.withLock { $0.add(duration.seconds) }
  }

  /// The session store has committed a transaction, or could not.
  func committed(isFailure: Bool) {
    store.withLock { store in
      if isFailure { store.failedCommits += 1 } else { store.commits += 1 }
    }
  }

  /// The session store removed what was beyond its limits.
  func evicted(_ evictions: Evictions) {
    store.withLock { store in
      store.evictedSessions += evictions.sessions.count
      store.evictedScenes += evictions.scenes.count
    }
  }

  /// A session was evicted from memory to keep the limits.
  func evictedSessionFromMemory() { evictedSessions.add(1, ordering: .relaxed) }

  /// A scene was evicted from memory to keep the limits.
  func evictedSceneFromMemory() { evictedScenes.add(1, ordering: .relaxed) }

  /// The session store could not load.
  func loadFailed() {
    store.withLock { $0.failedLoads += 1 }
  }

  /// - Parameters:
  ///   - sessions: How many sessions are in memory.
  ///   - scenes: How many scenes are.
  ///   - droppedLines: How many lines of the access log and of the log were lost.
  func text(sessions: Int, scenes: Int, droppedLines: (access: Int, log: Int)) -> String {
    var text = ""
    let requests = requests.withLock { $0 }
    text += "# HELP cairn_http_requests_total Requests by the class of their status.\n"
    text += "# TYPE cairn_http_requests_total counter\n"
    for digit in 1...5 {
      text += "cairn_http_requests_total{status=\"\(digit)xx\"} \(requests.counts[digit])\n"
    }
    text += "cairn_http_requests_total{status=\"none\"} \(requests.counts[0])\n"
    requests.durations.write(
      "cairn_http_request_duration_seconds",
      "From the request line to the last byte of the answer.", to: &text)
    Self.write("cairn_sessions", "gauge", "Sessions in memory.", sessions, to: &text)
    Self.write("cairn_live_scenes", "gauge", "Scenes in memory.", scenes, to: &text)
    settling.withLock { $0 }.write(
      "cairn_settle_duration_seconds", "How long an answer has waited for effects.", to: &text)
    let store = store.withLock { $0 }
    Self.write(
      "cairn_store_commits_total", "counter", "Transactions that the session store has committed.",
      store.commits, to: &text)
    text += "# HELP cairn_store_failures_total What the session store could not do.\n"
    text += "# TYPE cairn_store_failures_total counter\n"
    text += "cairn_store_failures_total{operation=\"commit\"} \(store.failedCommits)\n"
    text += "cairn_store_failures_total{operation=\"load\"} \(store.failedLoads)\n"
    text +=
      "# HELP cairn_store_evictions_total What the session store removed to keep its limits.\n"
    text += "# TYPE cairn_store_evictions_total counter\n"
    text += "cairn_store_evictions_total{kind=\"session\"} \(store.evictedSessions)\n"
    text += "cairn_store_evictions_total{kind=\"scene\"} \(store.evictedScenes)\n"
    text += "# HELP cairn_memory_evictions_total What was evicted from memory to keep the limits.\n"
    text += "# TYPE cairn_memory_evictions_total counter\n"
    for (kind, count) in [
      ("session", evictedSessions.load(ordering: .relaxed)),
      ("scene", evictedScenes.load(ordering: .relaxed)),
    ] {
      text += "cairn_memory_evictions_total{kind=\"\(kind)\"} \(count)\n"
    }
    text +=
      "# HELP cairn_dropped_lines_total Lines that weren't read in time, or couldn't be written.\n"
    text += "# TYPE cairn_dropped_lines_total counter\n"
    text += "cairn_dropped_lines_total{output=\"access_log\"} \(droppedLines.access)\n"
    text += "cairn_dropped_lines_total{output=\"log\"} \(droppedLines.log)\n"
    return text
  }

  private static func write(
    _ name: String, _ type: String, _ help: String, _ value: Int, to text: inout String
  ) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n\(name) \(value)\n"
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
