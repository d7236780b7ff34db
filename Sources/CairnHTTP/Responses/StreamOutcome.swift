/// The result of a produced response.
struct StreamOutcome {
  enum End {
    /// The client has disconnected, unless the response is still being sent.
    case disconnected
    case complete
    /// The producer has thrown an error, or the server has stopped.
    case failed
    /// The client has read too slowly.
    case tooSlow
    /// There was no room for a part among the bytes in flight.
    case noMemory

    /// The reason for the log, if the server has broken off the response because of its client or its load.
    var rejection: RejectionReason? {
      switch self {
      case .disconnected, .complete, .failed: nil
      case .tooSlow: .tooSlow
      case .noMemory: .bytesInFlight
      }
    }
  }

  var end = End.disconnected
  /// The number of bytes that were sent, without the bytes of the framing.
  var size = 0

  /// Notes that everything was sent.
  mutating func complete() {
    if end == .disconnected { end = .complete }
  }
}
