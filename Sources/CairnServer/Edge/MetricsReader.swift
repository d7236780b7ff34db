/// Records the metrics that aren't counted as they happen, such as the number of sessions.
struct MetricsReader: Sendable {
  let metrics: Metrics
  let pages: PageResponder
  /// The writer of the access log, or `nil` if there is no access log.
  let accessLog: LineWriter?

  func record() {
    metrics.record(
      sessions: pages.sessions.count, scenes: pages.liveScenes.count,
      droppedLines: (access: accessLog?.droppedCount ?? 0, log: ProcessOutput.error.droppedCount))
  }

  /// Returns the text that the port for metrics shows.
  func text() -> String {
    record()
    return metrics.text
  }
}
