/// The gauges of a server, in the order of the text.
package enum ServerGauge: String, CaseIterable, Sendable {
  case sessions = "cairn_sessions"
  case liveScenes = "cairn_live_scenes"
  case connections = "cairn_connections"
  case streams = "cairn_streams"
  case bytesInFlight = "cairn_in_flight_bytes"
  case uploadedBytes = "cairn_upload_bytes"
  case busyWorkers = "cairn_busy_workers"
  case queuedJobs = "cairn_queued_jobs"
  case storedBytes = "cairn_store_bytes"

  private var help: String {
    switch self {
    case .sessions: "Sessions in memory."
    case .liveScenes: "Scenes in memory."
    case .connections: "Open connections, without streams."
    case .streams: "Open streams."
    case .bytesInFlight: "Bytes of request bodies and responses in transit."
    case .uploadedBytes: "Bytes of uploaded files that the application hasn't moved or released."
    case .busyWorkers: "Workers that process a request."
    case .queuedJobs: "Jobs that wait for a worker."
    case .storedBytes: "Bytes in the session store."
    }
  }

  /// The families of all gauges.
  package static var families: [MetricFamily] {
    allCases.map { MetricFamily($0.rawValue, .gauge, $0.help) }
  }
}
