/// The maximum duration of each phase of a connection, in milliseconds.
struct ConnectionLimits: Sendable {
  /// The maximum time from the start of a connection to the end of its first request's head.
  var head: Int64
  /// The maximum time from the end of a response to the end of the next request's head.
  var idle: Int64
  /// The minimum time allowed for a body or a response.
  var transfer: Int64
  /// The transfer rate in bytes per second that extends the allowed time.
  var rate: Int64

  /// Creates the usual limits.
  init(_ configuration: HTTPServer.Configuration) {
    let limits = configuration.limits
    head = Int64(limits.headDuration) * 1000
    idle = Int64(configuration.connectionTimeout) * 1000 + head
    transfer = Int64(limits.transferDuration) * 1000
    rate = Int64(max(1, limits.minimumRate))
  }

  private init(head: Int64, idle: Int64, transfer: Int64, rate: Int64) {
    self.head = head
    self.idle = idle
    self.transfer = transfer
    self.rate = rate
  }

  /// The limits if there are too many connections, or if they use too much memory.
  var scarce: Self {
    Self(
      head: min(head, 1000), idle: min(idle, 1000), transfer: min(transfer, 5000), rate: rate * 16)
  }

  /// Returns by how much a connection exceeds its allowed time, or `nil` if it doesn't.
  func excess(of connection: ConnectionClock, at now: Int64) -> Int64? {
    let (phase, since, bytes) = connection.current
    let granted: Int64
    switch phase {
    case .opened: granted = head
    case .idle: granted = idle
    case .working: return nil
    case .receiving, .sending: granted = transfer + Int64(bytes) * 1000 / rate
    }
    let excess = now - since - granted
    return excess > 0 ? excess : nil
  }
}
