/// Records the metrics that aren't counted when something happens, such as the number of sessions.
struct MetricsReader: Sendable {
  let metrics: Metrics
  let pages: PageResponder
  /// Nil if there is no access log.
  let accessLog: LineWriter?

  func record() {
    metrics.record(
      sessions: pages.sessions.count, scenes: pages.liveScenes.count,
      droppedLines: (access: accessLog?.droppedCount ?? 0, log: ProcessOutput.error.droppedCount))
  }

  /// What the port for metrics shows.
  func text() -> String {
    record()
    return metrics.text
  }
}
