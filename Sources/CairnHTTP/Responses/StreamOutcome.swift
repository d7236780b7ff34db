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
  }

  var end = End.disconnected
  /// The number of bytes that were sent, without the bytes of the framing.
  var size = 0

  /// Notes that everything was sent.
  mutating func complete() {
    if end == .disconnected { end = .complete }
  }
}
