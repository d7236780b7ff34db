public import Foundation

extension DependencyValues {
  /// The time zone for displaying times. It's the time zone of the user's browser if that's known.
  ///
  /// If it's unknown, or if there's no request, it's the time zone that the application sets for its server, or
  /// else the system's time zone. A test must set it, or the time zone of ``request``. A feature that sets it
  /// overrides all of these.
  public var timeZone: TimeZone {
    get {
      guard let currentRequest, !isSet(TimeZoneKey.self) else { return self[TimeZoneKey.self] }
      return currentRequest.info.timeZone ?? currentRequest.timeZone ?? self[TimeZoneKey.self]
    }
    set { self[TimeZoneKey.self] = newValue }
  }

  /// Removes the time zone that was set, and returns it.
  mutating func takeTimeZone() -> TimeZone? {
    guard isSet(TimeZoneKey.self) else { return nil }
    let timeZone = self[TimeZoneKey.self]
    reset(TimeZoneKey.self)
    return timeZone
  }

  private enum TimeZoneKey: DependencyKey {
    static var liveValue: TimeZone { .autoupdatingCurrent }
  }
}
