import CairnSessions

extension SessionLimits {
  /// Returns the limits of one of several shards, which has an equal part of the sessions and bytes, rounded up.
  ///
  /// Each shard has room for a session of the maximum size.
  func part(of shards: Int) -> SessionLimits {
    var part = self
    part.sessions = (sessions - 1) / shards + 1
    part.bytes = max(largestSession, (bytes - 1) / shards + 1)
    return part
  }
}
