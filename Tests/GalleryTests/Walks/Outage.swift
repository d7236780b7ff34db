/// A failure of Redis around one request.
enum Outage: CaseIterable {
  /// Redis is killed and started again before the request.
  case killBefore
  /// Redis is killed and started again while the request is processed.
  case killDuring
  /// Redis is down until the request is rejected.
  case down
  /// Redis is paused until the request is rejected. Then it carries out what has reached it, before or after a repeat
  /// of the request.
  case pause
  /// Redis is paused for a moment while the request is processed.
  case pauseDuring
}
