/// A failure of the network between the servers and Redis around one request.
enum LinkOutage: CaseIterable {
  /// All connections are cut before the request.
  case cutBefore
  /// A connection is cut in the middle of the requests to Redis.
  case cutInRequests
  /// A connection is cut in the middle of the replies.
  case cutInReplies
  /// Requests to Redis get stuck until the request is rejected, and are lost.
  case loseRequests
  /// Replies get stuck until the request is rejected, and are lost.
  case loseReplies
  /// Requests to Redis get stuck until the request is rejected, and arrive before it's repeated.
  case delayRequests
  /// Requests to Redis get stuck until the request is repeated, and arrive after that.
  case delayRequestsLonger
}
