import CairnHTTP
import CairnPrometheus
import CairnSessions

/// Records the metrics that aren't counted as they happen, such as the number of sessions.
struct MetricsReader: Sendable {
  let metrics: Metrics
  let pages: PageResponder
  let http: HTTPServer
  /// The writer of the access log, or `nil` if there is no access log.
  let accessLog: LineWriter?

  func record() {
    let load = http.load
    let workers = pages.workload.load
    metrics.record([
      .sessions: pages.sessions.count, .liveScenes: pages.liveScenes.count,
      .connections: load.connections - load.streams, .streams: load.streams,
      .bytesInFlight: load.bytes, .uploadedBytes: http.uploadedBytes,
      .busyWorkers: workers.busy, .queuedJobs: workers.queued,
    ])
    metrics.count(
      droppedLines: (access: accessLog?.droppedCount ?? 0, log: ProcessOutput.error.droppedCount))
  }

  /// Records the size of the session store, which isn't available immediately.
  func recordStoredBytes() async {
    guard let bytes = try? await pages.keeper.store.storedBytes() else { return }
    metrics.record([.storedBytes: bytes])
  }

  /// Returns the text that the port for metrics shows.
  func text() -> String {
    record()
    return metrics.text
  }
}
