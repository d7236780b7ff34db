/// How long a connection may take for what it is at. Times are in milliseconds.
struct ConnectionLimits: Sendable {
  /// From a connection's beginning to the end of its first request's head.
  var head: Int64
  /// The same, from the end of the answer before.
  var idle: Int64
  /// What a body or an answer has in any case.
  var transfer: Int64
  /// The bytes a second for which it has more.
  var rate: Int64

  /// What is granted usually.
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

  /// What is granted where there are too many, or where they hold too much.
  var scarce: Self {
    Self(
      head: min(head, 1000), idle: min(idle, 1000), transfer: min(transfer, 5000), rate: rate * 16)
  }

  /// How long a connection has taken beyond what is granted; nil where it has not.
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
