public import Foundation

extension DependencyValues {
  /// The time zone for displaying times. The live value is the system's time zone. A test must set it.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }

  private enum TimeZoneKey: DependencyKey {
    static var liveValue: TimeZone { .autoupdatingCurrent }
  }
}
